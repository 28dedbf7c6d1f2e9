import type { HostFact } from '@pitwall/contracts';
import { userInfo } from 'node:os';
import type { AddressInfo, Server } from 'node:net';
import { readOrMakeToken, writeFileAtomic } from '../atomic-file.js';
import { PROTOCOL_VERSION, type HostNotice } from '../control/protocol.js';
import { makeHomeFolders, type HomePaths } from '../home-paths.js';
import { monotonicMs, readBootId } from '../os/boot.js';
import { createProcesses } from '../os/platform-processes.js';
import { openCommandJournal } from './command-journal.js';
import { createControlMethods } from './control-methods.js';
import { createControlServer, listenPrivately, type Peer } from './control-server.js';
import { createHeldRequests } from './held-requests.js';
import { createHookHttp } from './hook-http.js';
import { createAgentRuns } from './agent-runs.js';
import { createHookIntake } from './hook-intake.js';
import { createFindOrigin } from './hook-origin.js';
import { createHookMetrics } from './hook-metrics.js';
import { createHostClock } from './host-clock.js';
import { createHostLog, type LogEntry } from './host-log.js';
import { createLogSegments } from './log-segments.js';
import { createSeenSessions } from './seen-sessions.js';
import { createSpoolIn } from './spool-in.js';
import { createTerminals } from './terminals.js';
import { createTrackedProcesses } from './tracked-processes.js';
import { createTurnTyper } from './type-turn.js';

export interface PtyHostOptions {
  paths: HomePaths;
  hostId: string;
  /** 0: any free one. */
  hookPort: number;
  defaultShell: string | null;
  note: (what: string, fields?: object) => void;
}

export interface PtyHost {
  readonly hookPort: number;
  /** Resolves when it has been told to shut down and did. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/** Starts to take hooks, then opens the control socket. Throws when the sockets can't be had. */
export async function startPtyHost({ paths, hostId, hookPort, defaultShell, note }: PtyHostOptions): Promise<PtyHost> {
  makeHomeFolders(paths);
  const onTrouble = (what: string, error: unknown): void => note(what, { error: String(error) });
  const wallMs = Date.now;
  const segments = createLogSegments(paths.spoolLog);
  const newest = segments.newest.at(-1);
  const newestT = newest ? (JSON.parse(newest.json.toString()) as LogEntry).t : 0;
  const clock = createHostClock({ file: paths.clock, bootId: readBootId(), newestT, monotonicMs, wallMs });
  const log = createHostLog({ segments, clock, marksFile: paths.logMarks, onTrouble });
  const journal = openCommandJournal(paths.journal, wallMs);
  const processes = createProcesses(process.platform);
  const metrics = createHookMetrics();
  const peers = new Set<Peer>();
  const tell = (notice: HostNotice): void => {
    for (const peer of peers) peer.notify(notice);
  };
  const tracked = createTrackedProcesses({
    file: paths.processes,
    onTracked: ({ hasTty: _seen, ...rest }) => tell({ notice: 'tracked', tracked: rest }),
  });
  const append = (fact: HostFact): void => void log.append(fact);
  const terminals = createTerminals({
    file: paths.terminals,
    defaultShell: defaultShell ?? userInfo().shell ?? '/bin/sh',
    journal,
    processes,
    append,
    hostT: () => clock.now().t,
  });
  terminals.onOpened((terminalId) => tell({ notice: 'opened', terminalId }));
  terminals.onClosed((terminalId) => tell({ notice: 'closed', terminalId }));
  const held = createHeldRequests({ journal, append });
  const seen = createSeenSessions((session) => tell({ notice: 'session', session }));
  const findOrigin = createFindOrigin({
    processes,
    runs: createAgentRuns(processes),
    tracked,
    shellPid: (terminalId) => terminals.shellPid(terminalId),
  });
  const intake = createHookIntake({
    ...{ hostId, log, findOrigin, tracked, seen },
    onHook: (payload) => held.see(payload),
  });
  const spoolIn = createSpoolIn({
    dir: paths.spoolIn,
    badDir: paths.spoolBad,
    log,
    intake,
    metrics,
    wallMs,
    onTrouble,
  });
  const drainSpool = (): void => spoolIn.drain();
  drainSpool();
  terminals.closeFormer();

  const gauges = (): Record<string, number> => {
    const { next, oldest, unwritten, bytes } = log.stats();
    return {
      pitwall_spool_events: next - oldest,
      pitwall_spool_bytes: bytes,
      pitwall_spool_unwritten_events: unwritten,
      pitwall_terminals: terminals.size(),
      pitwall_requests_held: held.size(),
    };
  };
  const hookDeps = {
    hookToken: readOrMakeToken(paths.hookToken),
    terminalOfToken: (token: string) => terminals.terminalOfToken(token),
    intake,
    held,
    metrics,
    drainSpool,
    gauges,
  };
  let port = hookPort;
  const http = createHookHttp(hookDeps, () => port);
  port = await listenOnLoopback(http, hookPort, note);
  const unixHttp = createHookHttp(hookDeps, () => null);
  await listenPrivately(unixHttp, paths.hooksSocket);

  let isStopped!: () => void;
  const stopped = new Promise<void>((resolve) => (isStopped = resolve));
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const typeTurn = createTurnTyper({
    ...{ terminals, journal, processes, append, wait },
    hasDialog: (terminalId) => held.isOpenIn(terminalId),
  });
  const endAll = async (): Promise<void> => {
    await Promise.all(terminals.list().map(({ terminalId }) => terminals.kill(terminalId)));
    for (let tries = 0; terminals.size() > 0 && tries < 50; tries++) await wait(20);
  };
  const handlers = createControlMethods({
    ...{ log, clock, terminals, tracked, seen, held, journal, metrics, typeTurn, drainSpool },
    shutdown: async (endTerminals) => {
      if (endTerminals) await endAll();
      // After the reply.
      setTimeout(() => void stop(), 10);
    },
  });
  const control = createControlServer({
    token: readOrMakeToken(paths.ptyHostToken),
    hello: () => ({
      version: PROTOCOL_VERSION,
      pid: process.pid,
      hostId,
      hookPort: port,
      bootId: clock.bootId,
      anchor: clock.anchor,
    }),
    handlers,
    onWrite: (terminalId, bytes) => terminals.get(terminalId)?.terminal.write(bytes),
    onPeer: (peer) => {
      peers.add(peer);
      peer.ended.addEventListener('abort', () => peers.delete(peer));
    },
  });
  await listenPrivately(control, paths.controlSocket);
  const info = {
    pid: process.pid,
    version: PROTOCOL_VERSION,
    hookPort: port,
    controlSocket: paths.controlSocket,
    hooksSocket: paths.hooksSocket,
  };
  writeFileAtomic(paths.ptyHostInfo, JSON.stringify(info));
  note('takes hooks', info);

  const stop = async (): Promise<void> => {
    for (const server of [http, unixHttp]) server.closeAllConnections();
    for (const server of [http, unixHttp, control]) server.close();
    spoolIn.close();
    tracked.close();
    await log.close();
    journal.close();
    isStopped();
  };
  return { hookPort: port, stopped, stop };
}

/** The port of the last pty-host may still be closing; someone else's is not waited for. */
async function listenOnLoopback(server: Server, port: number, note: PtyHostOptions['note']): Promise<number> {
  const listen = (wanted: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  for (let tries = 0; tries < 10; tries++) {
    try {
      return await listen(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  note('the hook port is taken by another program; another one is used until the next start', { port });
  return listen(0);
}
