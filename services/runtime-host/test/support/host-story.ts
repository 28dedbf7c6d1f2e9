import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMINAL_HEADERS, encodeMessage, subjects, type Cli, type HostEvent } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { endTerminals } from '../../src/daemon/running-terminals.js';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.js';
import { startHostBus } from './host-bus.js';
import { tempFolder } from './temp-home.js';

export const HOST = 'host-1';

/** An agent that takes turns and says what it got. */
const AGENT = `#!/bin/sh
printf '\\033[?2004h'
echo "agent $*"
while read line; do echo "got $line"; case $line in *quit*) exit 0;; esac; done
`;

export const named = (name: HostEvent['event']) => (event: HostEvent) => event.event === name;

export type Story = Awaited<ReturnType<typeof startStory>>;

/** A bus, a home, and a daemon with its pty-host, as on a real machine. */
export async function startStory({ scanInterval = 0 } = {}) {
  const folder = tempFolder();
  const repo = join(folder.path, 'repo');
  mkdirSync(repo);
  const bus = await startHostBus(HOST);
  const claude = folder.script('claude', AGENT);
  const start = (): Promise<DaemonProcess> => startDaemonProcess(folder.path, bus.nats.url, { claude, scanInterval });
  let daemon = await start();

  /** The events without what came twice, as a reader sees them. */
  const distinct = () => {
    const seen = new Map(bus.events().map((event) => [event.hostSeq, event]));
    return [...seen.values()].sort((a, b) => a.hostSeq - b.hostSeq);
  };

  const postTo = (cli: Cli, body: object) =>
    fetch(`http://127.0.0.1:${daemon.hookPort}/hooks/${cli}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${readFileSync(join(folder.path, 'run/hook-token'), 'utf8')}` },
      body: JSON.stringify(body),
    });

  return {
    folder,
    repo,
    bus,
    distinct,
    daemon: () => daemon,
    status: () => daemon.status(),
    restartDaemon: async () => {
      daemon = await start();
    },
    open: (terminalId: string, fields: object = {}) =>
      bus.command('open-terminal', {
        sessionId: `S-${terminalId}`,
        terminalId,
        cli: 'claude',
        cwd: repo,
        cliSessionId: `cli-${terminalId}`,
        model: null,
        permissionMode: null,
        prompt: null,
        cols: 100,
        rows: 30,
        ...fields,
      }),
    post: (body: object) => postTo('claude', body),
    postTo,
    hooksSeen: () => distinct().flatMap((event) => (event.event === 'hook' ? [event.data.payload.n as number] : [])),
    viewer: (terminalId: string, id = 'v1') => watchTerminal(bus.nc, terminalId, id),
    /** Also when the story went wrong: nothing of it keeps running. */
    stop: async () => {
      await daemon.kill('SIGTERM');
      await endTerminals(folder.path);
      await bus.stop();
      folder.remove();
    },
  };
}

/** Someone who watches a terminal. */
function watchTerminal(nc: Awaited<ReturnType<typeof startHostBus>>['nc'], terminalId: string, id: string) {
  const out: { kind: string; viewer: string; offset: number; cols: number; rows: number; bytes: Buffer }[] = [];
  const subscription = nc.subscribe(subjects.terminal(HOST, terminalId, 'out'), {
    callback: (_error, message) => {
      const head = (name: keyof typeof TERMINAL_HEADERS) => message.headers?.get(TERMINAL_HEADERS[name]) ?? '';
      out.push({
        kind: head('kind'),
        viewer: head('viewer'),
        offset: Number(head('offset')),
        cols: Number(head('cols')),
        rows: Number(head('rows')),
        bytes: Buffer.from(message.data),
      });
    },
  });
  const say = (message: object) =>
    nc.publish(subjects.terminal(HOST, terminalId, 'resize'), encodeMessage({ viewer: id, ...message }));
  const screens = () => out.filter(({ kind, viewer: to }) => kind === 'screen' && to === id);
  return {
    out,
    say,
    screens,
    attach: async (cols = 100, rows = 30) => {
      const before = screens().length;
      say({ type: 'attach', cols, rows });
      await eventually(() => screens().length > before || out.some(({ kind }) => kind === 'exit'));
    },
    type: (text: string) => nc.publish(subjects.terminal(HOST, terminalId, 'in'), text),
    ack: (offset: number) =>
      nc.publish(subjects.terminal(HOST, terminalId, 'ack'), encodeMessage({ viewer: id, offset })),
    text: () => Buffer.concat(out.map(({ bytes }) => bytes)).toString(),
    close: () => subscription.unsubscribe(),
  };
}
