import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from '@pitwall/contracts';
import { writeFileAtomic } from '../atomic-file.js';
import { launchLine, launchScript } from '../core/launch-script.js';
import { claudeLaunchSettings } from '../core/launch-settings.js';
import { quoteSh } from '../core/quote-sh.js';
import type { HomePaths } from '../home-paths.js';

export interface LaunchRequest {
  terminalId: string;
  cli: Cli;
  hookToken: string;
  cliSessionId: string | null;
  model: string | null;
  permissionMode: string | null;
  prompt: string | null;
}

interface Deps {
  paths: HomePaths;
  commands: Readonly<Record<Cli, string>>;
  hookPort: () => number;
}

export interface LaunchFiles {
  /** Writes what a launch needs; returns the line that starts it in the terminal's shell. */
  write(request: LaunchRequest): string;
  /** The terminal has closed: the token in its files is good for nothing any more. */
  remove(terminalId: string): void;
  /** Removes what terminals left that closed while no daemon ran. */
  sweep(openTerminals: ReadonlySet<string>): void;
}

const KINDS = ['sh', 'settings.json', 'pid'] as const;

/** A terminal that is being opened has its files before it is listed. */
const SETTLED_MS = 60_000;

/** A path is one word, whatever it holds; a command with arguments is taken as it is written. */
const commandWords = (command: string): string => (existsSync(command) ? quoteSh(command) : command);

export function createLaunchFiles({ paths, commands, hookPort }: Deps): LaunchFiles {
  const file = (terminalId: string, kind: (typeof KINDS)[number]): string =>
    join(paths.launch, `${terminalId}.${kind}`);
  return {
    write: ({ terminalId, ...request }) => {
      const settingsFile = request.cli === 'claude' ? file(terminalId, 'settings.json') : null;
      if (settingsFile !== null) {
        const settings = claudeLaunchSettings({ hookScript: paths.hookScript, hookPort: hookPort() });
        writeFileAtomic(settingsFile, JSON.stringify(settings, null, 2));
      }
      const script = launchScript({
        ...request,
        command: commandWords(commands[request.cli]),
        pidFile: file(terminalId, 'pid'),
        settingsFile,
      });
      writeFileAtomic(file(terminalId, 'sh'), script);
      return launchLine(file(terminalId, 'sh'));
    },
    remove: (terminalId) => {
      for (const kind of KINDS) rmSync(file(terminalId, kind), { force: true });
    },
    sweep: (openTerminals) => {
      for (const name of readdirSync(paths.launch)) {
        const path = join(paths.launch, name);
        const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
        const terminalId = name.slice(0, name.indexOf('.'));
        if (!openTerminals.has(terminalId) && age > SETTLED_MS) rmSync(path, { force: true });
      }
    },
  };
}
