import { eventually } from '@pitwall/service-kit/testing';
import type { HostProcess } from './host-process.js';

/** Waits until the terminal's screen holds the text. */
export const screenShows = (host: HostProcess, terminalId: string, text: string) =>
  eventually(async () => (await host.screen(terminalId)).includes(text), { timeoutMs: 8000 });

/** The terminal's output from here on, as it comes. */
export async function collectOutput(host: HostProcess, terminalId: string) {
  const chunks: { bytes: Buffer; offset: number }[] = [];
  host.client.onNotice((notice, bytes) => {
    if (notice.notice === 'output' && notice.terminalId === terminalId)
      chunks.push({ bytes: Buffer.from(bytes), offset: notice.offset });
  });
  await host.client.call('watch', { terminalId });
  return chunks;
}
