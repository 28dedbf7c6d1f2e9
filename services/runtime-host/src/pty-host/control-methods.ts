import type { HostClock } from './host-clock.js';
import type { MethodHandlers, Peer } from './control-server.js';
import type { CommandJournal } from './command-journal.js';
import type { HeldRequests } from './held-requests.js';
import type { HookMetrics } from './hook-metrics.js';
import type { HostLog } from './host-log.js';
import type { Terminals } from './terminals.js';
import type { SeenSessions } from './seen-sessions.js';
import { createToldStates } from './told-states.js';
import type { TrackedProcesses } from './tracked-processes.js';
import type { TypeParams } from '../control/protocol.js';
import { watchOutput } from './watch-output.js';
import type { HostFact } from '@pitwall/contracts';

interface Deps {
  log: HostLog;
  clock: HostClock;
  terminals: Terminals;
  tracked: TrackedProcesses;
  seen: SeenSessions;
  held: HeldRequests;
  journal: CommandJournal;
  metrics: HookMetrics;
  typeTurn: (params: TypeParams) => Promise<{ outcome: 'typed' | 'refused' | 'already' }>;
  drainSpool: () => void;
  shutdown: (endTerminals: boolean) => Promise<void>;
}

const NEWLINE = Buffer.from('\n');

/** What each call over the control socket does. */
export function createControlMethods(deps: Deps): MethodHandlers {
  const { log, terminals, tracked, seen, held, journal, metrics } = deps;
  const watching = watchOutput(terminals);
  const toldStates = createToldStates();
  /** By whichever daemon, so that a new one doesn't repeat it. */
  let toldAgents = '[]';

  /** A fact that concerns a process is also remembered, and told once. */
  const isNews = (fact: HostFact): boolean => {
    if (fact.event === 'process-gone') return tracked.end(fact.data.process);
    if (fact.event === 'agents-scanned') {
      const list = JSON.stringify(fact.data.agents);
      if (list === toldAgents) return false;
      toldAgents = list;
    }
    if (fact.event === 'cli-state') return toldStates.isNews(fact.data);
    if (fact.event === 'process-seen') {
      const { terminalId, process } = fact.data;
      tracked.note({ process, terminalId, cliSessionId: null, hasTty: true });
    }
    return true;
  };

  return {
    open: async (params) => ({ result: { opened: await terminals.open(params) } }),
    type: async (params) => ({ result: await deps.typeTurn(params) }),
    resize: ({ terminalId, cols, rows }) => ({ result: { resized: terminals.resize(terminalId, { cols, rows }) } }),
    kill: async ({ terminalId }) => ({ result: { ended: await terminals.kill(terminalId) } }),
    list: () => ({ result: { terminals: terminals.list(), processes: tracked.all(), sessions: seen.all() } }),
    'note-agent': ({ process, cliSessionId }) => {
      tracked.note({ process, cliSessionId, terminalId: null, hasTty: null });
      return { result: null };
    },
    log: async ({ from, maxBytes, waitMs }, peer) => {
      if (log.next() <= from && waitMs > 0) await arrivalWithin(log, { from, waitMs, peer });
      const records = log.read(from, maxBytes);
      return {
        result: { oldest: log.oldest(), next: log.next(), trimmed: log.trimmed() },
        body: Buffer.concat(records.flatMap(({ json }) => [json, NEWLINE])),
      };
    },
    append: ({ commandId, fact }) => {
      // What stands in the spool happened before the answer, so it is numbered before.
      deps.drainSpool();
      if (commandId !== null && !journal.begin(commandId)) return { result: { hostSeq: null } };
      if (!isNews(fact)) return { result: { hostSeq: null } };
      return { result: { hostSeq: log.append(fact) } };
    },
    answer: (params) => ({ result: { delivered: held.answer(params) } }),
    screen: async ({ terminalId, maxBytes }) => {
      const entry = terminals.get(terminalId);
      if (!entry) return { result: null };
      const { bytes, ...rest } = await entry.terminal.screen.shot(maxBytes);
      return { result: rest, body: bytes };
    },
    'last-lines': async ({ terminalId, count }) => ({
      result: { lines: (await terminals.get(terminalId)?.terminal.screen.lastLines(count)) ?? [] },
    }),
    watch: ({ terminalId }, peer) => {
      const entry = terminals.get(terminalId);
      if (!entry) return { result: null };
      watching.add(terminalId, peer);
      return { result: { offset: entry.terminal.offset() } };
    },
    unwatch: ({ terminalId }, peer) => {
      watching.remove(terminalId, peer);
      return { result: null };
    },
    trim: ({ through }) => {
      log.trim(through);
      return { result: null };
    },
    stats: () => ({
      result: {
        log: log.stats(),
        hooks: metrics.snapshot(),
        terminals: terminals.size(),
        held: held.size(),
        rssBytes: process.memoryUsage.rss(),
      },
    }),
    shutdown: async ({ terminals: endTerminals }) => {
      await deps.shutdown(endTerminals);
      return { result: null };
    },
  };
}

async function arrivalWithin(log: HostLog, wait: { from: number; waitMs: number; peer: Peer }): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), wait.waitMs);
  const onEnded = (): void => late.abort();
  wait.peer.ended.addEventListener('abort', onEnded);
  await log.arrival(wait.from, late.signal);
  clearTimeout(timer);
  wait.peer.ended.removeEventListener('abort', onEnded);
}
