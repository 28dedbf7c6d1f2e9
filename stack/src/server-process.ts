import { type ChildProcess } from 'node:child_process';
import type { ProcessIdentity } from '@pitwall/contracts';
import { commandLineOf, identityOf, isAlive } from './process-identity.js';
import { StackError } from './stack-error.js';
import type { StackLog } from './stack-log.js';
import { type StopStep, stopProcess } from './stop-process.js';
import { becomesTrue } from './waiting.js';

/** A server of ours, as one start of it is planned. */
export interface ServerPlan {
  /** The exact command line; an orphan with another one runs with other settings. */
  readonly command: readonly string[];
  launch(): ChildProcess;
  /** Cheap and frequent: has it come up? */
  isUp(): Promise<boolean>;
  /** Whole: does it answer with our credentials? */
  answers(): Promise<boolean>;
}

export interface ServerSpec {
  readonly name: string;
  readonly stopSteps: readonly StopStep[];
  /** The running server of this data, started by whomever; null when there is none. */
  find(): ProcessIdentity | null;
  /** Removes what a dead server left in the way. */
  clear(): void;
  /** Written anew for each attempt: a port may have to change. */
  plan(attempt: number): Promise<ServerPlan>;
  /** The last lines of its log, for an error. */
  lastWords(): string;
  readonly log: StackLog;
}

const ATTEMPTS = 3;
const START_TIMEOUT = 20_000;
/** An orphan that doesn't answer by then is started anew. */
const ADOPT_TIMEOUT = 3_000;
const WATCH_EVERY = 500;
const RESTART_PAUSE = { first: 250, most: 5_000 };

const launchOnce = async (spec: ServerSpec, plan: ServerPlan): Promise<ProcessIdentity | null> => {
  const child = plan.launch();
  child.once('error', (error) => spec.log(`${spec.name}: ${error.message}`));
  child.unref();
  const { pid } = child;
  const identity = pid === undefined ? null : identityOf(pid);
  if (identity === null) return null;
  const settled = await becomesTrue(async () => !isAlive(identity) || (await plan.isUp()), START_TIMEOUT);
  if (settled && isAlive(identity)) return identity;
  await stopProcess(identity, spec.stopSteps);
  return null;
};

/** Adopts what a killed `up` left running, or starts it. */
const adoptOrLaunch = async (spec: ServerSpec): Promise<ProcessIdentity> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const plan = await spec.plan(attempt);
    const orphan = spec.find();
    if (orphan !== null) {
      const sameSettings = commandLineOf(orphan.pid) === plan.command.join(' ');
      if (sameSettings && (await becomesTrue(() => plan.answers(), ADOPT_TIMEOUT))) {
        spec.log(`${spec.name}: goes on in process ${orphan.pid}`);
        return orphan;
      }
      await stopProcess(orphan, spec.stopSteps);
    }
    spec.clear();
    const started = await launchOnce(spec, plan);
    if (started !== null) return started;
  }
  throw new StackError('SERVER_FAILED', `${spec.name} doesn't start:\n${spec.lastWords()}`, 'See the log in the home.');
};

export interface ServerProcess {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pid: () => number | null;
}

/** Keeps the server running between start and stop, also when it dies by itself. */
export const createServerProcess = (spec: ServerSpec): ServerProcess => {
  let running: ProcessIdentity | null = null;
  let timer: NodeJS.Timeout | null = null;
  let reviving: Promise<void> | null = null;
  let stopped = true;
  let pause = RESTART_PAUSE.first;

  const watch = (afterMs: number): void => {
    timer = setTimeout(() => {
      if (running !== null && isAlive(running)) {
        pause = RESTART_PAUSE.first;
        watch(WATCH_EVERY);
      } else {
        reviving = revive();
      }
    }, afterMs);
  };

  const revive = async (): Promise<void> => {
    spec.log(`${spec.name}: has died, starts again`);
    try {
      running = await adoptOrLaunch(spec);
    } catch (error) {
      spec.log(`${spec.name}: ${(error as Error).message}`);
      pause = Math.min(pause * 2, RESTART_PAUSE.most);
    }
    reviving = null;
    if (!stopped) watch(pause);
  };

  return {
    start: async () => {
      stopped = false;
      running = await adoptOrLaunch(spec);
      watch(WATCH_EVERY);
    },
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await reviving;
      if (running !== null) await stopProcess(running, spec.stopSteps);
      running = null;
    },
    pid: () => running?.pid ?? null,
  };
};
