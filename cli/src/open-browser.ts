import { spawn } from 'node:child_process';

/** Only where a person sits in front of a screen. */
const hasScreen = (env: NodeJS.ProcessEnv): boolean =>
  process.stdout.isTTY &&
  env['CI'] === undefined &&
  (process.platform === 'darwin' || env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined);

export const openBrowser = (url: string): void => {
  if (!hasScreen(process.env)) return;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  // No browser is no reason to fail: the address has been printed.
  child.once('error', () => undefined);
  child.unref();
};
