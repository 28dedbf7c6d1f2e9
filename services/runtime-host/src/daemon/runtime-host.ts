import type { Cli } from '@pitwall/contracts';
import { homePaths, makeHomeFolders } from '../home-paths.js';
import { createProcesses } from '../os/platform-processes.js';
import type { Logger } from '../logger.js';
import { createAgentFiles } from './agent-files.js';
import { createAgentScan } from './agent-scan.js';
import { createCommandHandlers } from './command-handlers.js';
import { createCommands } from './commands.js';
import { startHeartbeat } from './heartbeat.js';
import { installHookScript } from './hook-script.js';
import { createLargeBodies } from './large-bodies.js';
import { createLaunchFiles } from './launch-files.js';
import { createNatsLink, type Bus, type BusAccess } from './nats-link.js';
import { createProcessWatch } from './process-watch.js';
import { createPtyHostLink } from './pty-host-link.js';
import { createPulse } from './pulse.js';
import { createPublisher, type EventSink } from './publisher.js';
import { createRollbackWatch } from './rollback-watch.js';
import { createServerClock } from './server-clock.js';
import { serveTerminals } from './terminal-stream.js';

export interface RuntimeHostConfig {
  /** 0: any free port. */
  hookPort: number;
  /** ms. */
  processCheckInterval: number;
  /** ms between two looks at all processes for agents; 0: none. */
  scanInterval?: number;
  /** A path or a command each. */
  claudeCommand: string;
  codexCommand: string;
}

export interface RuntimeHostStatus {
  ok: boolean;
  /** For people: what is wrong, or that nothing is. */
  detail: string;
  version: string;
  uptimeMs: number;
  /** Events that wait in the spool. */
  lag: number;
  terminals: number;
  hookPort: number | null;
  ptyHostPid: number | null;
  busConnected: boolean;
}

export interface RuntimeHostOptions {
  home: string;
  config: RuntimeHostConfig;
  connection: BusAccess;
  log: Logger;
  version?: string;
  /** The environment of the person's terminals; asked at each open. */
  hostCommandEnv: () => Record<string, string | undefined>;
  /** Called when the link to the terminal host or to the bus changes. */
  onStatus?: (status: RuntimeHostStatus) => void;
  /** Where the built pty-host is, for a caller that is bundled. */
  ptyHostEntry?: string;
}

export interface RuntimeHost {
  /** Resolves once hooks are taken, with or without a bus. Throws PtyHostUnreachable. */
  start(): Promise<void>;
  /** Terminals and the intake of hooks go on without it. */
  stop(): Promise<void>;
  status(): RuntimeHostStatus;
}

/** M-03 asks for 20 s. */
const SCAN_INTERVAL_MS = 20_000;

/** The daemon of one machine. */
export function createRuntimeHost(options: RuntimeHostOptions): RuntimeHost {
  const { home, config, connection, log, version = '0.1.0' } = options;
  const { hostId, shards } = connection;
  const paths = homePaths(home);
  const startedAt = performance.now();
  const processes = createProcesses(process.platform);
  const open = new Set<string>();

  const link = createPtyHostLink({
    paths,
    hostId,
    hookPort: config.hookPort,
    env: options.hostCommandEnv(),
    log,
    ...(options.ptyHostEntry === undefined ? {} : { entry: options.ptyHostEntry }),
  });
  const bus = createNatsLink(connection, log);
  const pulse = createPulse();
  const publisher = createPublisher({ hostId, shards, link, log });
  const rollbackWatch = createRollbackWatch(publisher);
  const commandLines: Record<Cli, string> = { claude: config.claudeCommand, codex: config.codexCommand };
  const launchFiles = createLaunchFiles({
    paths,
    commands: commandLines,
    hookPort: () => link.client().hello.hookPort,
  });
  const agentFiles = createAgentFiles({
    ...{ processes, env: options.hostCommandEnv, log },
    onSession: () => agentScan.soon(),
  });
  const processWatch = createProcessWatch({
    launchFolder: paths.launch,
    processes,
    checkEveryMs: config.processCheckInterval,
    onTracked: (process) => agentFiles.addProcess(process),
    onGone: (process, cliSessionId) => agentFiles.removeProcess(process, cliSessionId),
    log,
  });
  const agentScan = createAgentScan({
    ...{ processes, agentFiles, log },
    sessionOf: (process) => processWatch.sessionOf(process),
    everyMs: config.scanInterval ?? SCAN_INTERVAL_MS,
  });
  const handlers = createCommandHandlers({
    ...{ link, launchFiles, processes, processWatch, agentFiles, publisher, rollbackWatch },
    env: options.hostCommandEnv,
  });
  const commands = createCommands({ hostId, handlers, clock: createServerClock(connection.serverTime, Date.now), log });

  const status = (): RuntimeHostStatus => {
    const { sent, written } = publisher.place();
    const hello = link.isConnected() ? link.client().hello : null;
    const problem = !hello
      ? 'the terminal host is not running'
      : !pulse.answers()
        ? 'the terminal host does not answer'
        : !bus.isConnected()
          ? 'the bus is out of reach'
          : null;
    return {
      ok: problem === null,
      detail: problem ?? `${open.size} terminals`,
      version,
      uptimeMs: Math.round(performance.now() - startedAt),
      lag: Math.max(0, written - sent),
      terminals: open.size,
      hookPort: hello?.hookPort ?? null,
      ptyHostPid: hello?.pid ?? null,
      busConnected: bus.isConnected(),
    };
  };
  const tellStatus = (): void => options.onStatus?.(status());

  pulse.onChange(tellStatus);
  link.onClient((client, ended) => {
    pulse.run(client, ended);
    tellStatus();
    ended.addEventListener('abort', tellStatus);
    client.onNotice((notice) => {
      if (notice.notice === 'opened') open.add(notice.terminalId);
      if (notice.notice !== 'closed') return;
      open.delete(notice.terminalId);
      launchFiles.remove(notice.terminalId);
    });
    const run = async (): Promise<void> => {
      const { result } = await client.call('list', {});
      open.clear();
      for (const { terminalId } of result.terminals) open.add(terminalId);
      await Promise.all([processWatch.run(client, ended), agentFiles.run(client, ended)]);
      launchFiles.sweep(open);
      if (!ended.aborted) agentScan.run(client, ended);
    };
    run().catch((error: unknown) => log.error({ error: String(error) }, 'the terminals could not be listed'));
  });

  bus.onReturn(() => publisher.onReturn());
  bus.onReturn(() => rollbackWatch.onReturn());
  bus.onReturn(tellStatus);
  bus.onBus((now, ended) => {
    tellStatus();
    const bodies = createLargeBodies(now.js, hostId);
    bus.onReturn(() => bodies.forget());
    void publisher.run({ ...sinkOf(now, bodies), isUp: () => bus.isConnected() }, ended);
    void commands.run(now.js, ended);
    startHeartbeat(now.nc, { hostId, version, link, pulse, publisher, terminals: () => open.size }, ended);
    link.onClient((client, clientEnded) => {
      const either = AbortSignal.any([ended, clientEnded]);
      if (!either.aborted) serveTerminals({ hostId, nc: now.nc, client, log }, either);
    });
  });

  return {
    start: async () => {
      makeHomeFolders(paths);
      installHookScript(paths.hookScript, paths.spoolIn);
      await link.start();
      bus.start();
    },
    stop: async () => {
      rollbackWatch.stop();
      await bus.stop();
      link.stop();
    },
    status,
  };
}

const sinkOf = ({ nc, js }: Bus, bodies: EventSink['bodies']): Omit<EventSink, 'isUp'> => ({
  bodies,
  maxBytes: nc.info?.max_payload ?? 1024 * 1024,
  publish: async ({ subject, bytes, id, timeoutMs }) => {
    await js.publish(subject, bytes, { msgID: id, timeout: timeoutMs });
  },
});
