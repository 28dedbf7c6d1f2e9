import type { Cli, HookPayload, ProcessIdentity } from '@pitwall/contracts';
import { findAgent, type ChainProcess } from '../core/agent-process.js';
import { rolloutHead } from '../core/rollout-line.js';
import type { SeenProcess } from '../core/spool-file.js';
import { firstLine } from '../os/open-file.js';
import type { Processes } from '../os/processes.js';
import type { AgentRuns } from './agent-runs.js';
import type { TrackedProcesses } from './tracked-processes.js';

const MAX_CHAIN = 32;
const MAX_HEAD_BYTES = 256 * 1024;
const CLI_SESSION = /^[A-Za-z0-9._-]{1,128}$/;

/** What a hook's environment or headers said of where it comes from, as it came. */
export interface Claims {
  cli: Cli;
  entrypoint: string | null;
  parent: string | null;
  program: string | null;
  chain: readonly SeenProcess[];
}

/** Where a hook comes from, as far as it is known. */
export interface HookOrigin {
  terminalId: string | null;
  process: ProcessIdentity | null;
  hasTty: boolean | null;
  chain: readonly ChainProcess[];
  entrypoint: string | null;
  parentSession: string | null;
  program: string | null;
  isHeadless: boolean;
}

interface Deps {
  processes: Processes;
  runs: AgentRuns;
  tracked: TrackedProcesses;
  shellPid: (terminalId: string) => number | null;
}

type Found = Pick<HookOrigin, 'process' | 'hasTty' | 'chain'>;

const NOWHERE: HookOrigin = {
  terminalId: null,
  process: null,
  hasTty: null,
  chain: [],
  entrypoint: null,
  parentSession: null,
  program: null,
  isHeadless: false,
};

export type FindOrigin = (payload: HookPayload, claims: Claims, terminalId: string | null) => HookOrigin;

export function createFindOrigin({ processes, runs, tracked, shellPid }: Deps): FindOrigin {
  /** Adds the command lines, as long as the process of that pid is still the one that was seen. */
  const look = (seen: SeenProcess): ChainProcess => {
    const row = processes.read(seen.pid);
    const same = row !== null && row.startTime === seen.startTime;
    return { ...seen, argv: same ? processes.argv(seen.pid) : null };
  };

  /** A command hook brings the chain above itself; null under Codex's shared daemon. */
  const ofChain = (claims: Claims, terminalId: string | null): Found | null => {
    const chain = claims.chain.slice(0, MAX_CHAIN).map(look);
    const found = findAgent(chain, claims.cli, terminalId === null ? null : shellPid(terminalId));
    if (found.shared) return null;
    const process = found.process && { pid: found.process.pid, startTime: found.process.startTime };
    const tty = found.process?.tty ?? null;
    const hasTty = tty === null ? null : tty !== 0 ? true : found.recognised ? false : null;
    return { chain, process, hasTty };
  };

  /**
   * An http hook has no process of its own: it's the one that its session's command hook or session file showed, else
   * the terminal's. A headless one in a terminal is someone else's child there.
   */
  const ofSession = ({ session_id: id }: HookPayload, claims: Claims, terminalId: string | null): Found => {
    const isHeadless = isHeadlessEntry(claims.entrypoint);
    const known = tracked.ofSession(id) ?? (terminalId === null || isHeadless ? null : tracked.ofTerminal(terminalId));
    return { chain: [], process: known?.process ?? null, hasTty: known?.hasTty ?? null };
  };

  return (payload, claims, terminalId) => {
    const found = claims.chain.length > 0 ? ofChain(claims, terminalId) : ofSession(payload, claims, terminalId);
    // The terminal, and all else that the environment says, is that of whoever started the daemon first.
    if (!found) return NOWHERE;
    const run = found.process && runs.of(found.process, claims.cli);
    // Claude's variable reaches a Codex that it starts, and says nothing about it.
    const claimed = claims.cli === 'claude' ? claims.entrypoint : null;
    const evident = run ? run.entrypoint : entrypointOfRollout(payload, claims);
    const entrypoint = isHeadlessEntry(claimed) ? claimed : (evident ?? claimed);
    const parent = claims.parent !== null && CLI_SESSION.test(claims.parent) ? claims.parent : null;
    return {
      ...found,
      terminalId,
      entrypoint,
      parentSession: parent ?? run?.parentSession ?? null,
      program: claims.program,
      isHeadless: evident !== null || isHeadlessEntry(entrypoint),
    };
  };
}

const isHeadlessEntry = (entrypoint: string | null): boolean => entrypoint?.startsWith('sdk') ?? false;

/** The command line can't be read any more, as when the hook stood in the spool for long: Codex's own record tells too. */
function entrypointOfRollout({ transcript_path: path }: HookPayload, { cli, chain }: Claims): string | null {
  if (cli !== 'codex' || chain.length === 0 || typeof path !== 'string') return null;
  const line = firstLine(path, MAX_HEAD_BYTES);
  return line !== null && rolloutHead(line)?.isHeadless ? 'codex exec' : null;
}
