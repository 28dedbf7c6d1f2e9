import fc from 'fast-check';
import type { HostFact } from '@pitwall/contracts';
import { checked, cliState, closed, gone, hook, opened, resumeTyped, scanned, seen } from './host-steps.js';

const terminal = fc.constantFrom('A', 'B', 'C');
const id = fc.constantFrom('one', 'two', 'three', 'leader01-of-them');
const pid = fc.constantFrom(10, 20, 30);
const folder = fc.constantFrom('/a', '/b');
const cli = fc.constantFrom('claude' as const, 'codex' as const);
const cardId = fc.constantFrom('card-of-A', 'card-of-B', 'card-of-C', 'new-1', 'new-2');
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const SHELL = { A: 101, B: 102, C: 103 };
const shellOf = (name: string): number => SHELL[name as keyof typeof SHELL];

const NAMES = [
  'SessionStart',
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'Stop',
  'SessionEnd',
  'SubagentStart',
  'TeammateIdle',
];

const hooks = fc
  .record({
    name: fc.constantFrom(...NAMES),
    id,
    terminal: maybe(fc.constantFrom('A', 'B', 'C', 'elsewhere')),
    pid: maybe(pid),
    cwd: folder,
    cli: fc.constantFrom('claude' as const, 'claude' as const, 'codex' as const),
    reason: fc.constantFrom('clear', 'resume', 'other'),
    agent: maybe(fc.constant('sub')),
    below: maybe(terminal),
    parent: maybe(id),
    entrypoint: fc.constantFrom('cli', 'cli', 'cli', 'sdk-cli'),
  })
  .map(({ name, below, parent, entrypoint, agent, ...one }) =>
    hook(name, one.id, {
      cwd: one.cwd,
      cli: one.cli,
      reason: one.reason,
      team_name: 'session-leader01',
      ...(one.terminal === undefined ? {} : { terminal: one.terminal }),
      ...(one.pid === undefined ? {} : { pid: one.pid }),
      ...(agent === undefined || name === 'SessionStart' ? {} : { agent }),
      more: {
        entrypoint,
        parentSession: (parent ?? null) as never,
        ancestors:
          below === undefined ? [] : [{ pid: shellOf(below), startTime: `started-${shellOf(below)}`, command: 'sh' }],
      },
    }),
  );

const scans = fc
  .uniqueArray(
    fc.record({ pid, folder, cli, cliSessionId: fc.option(id), parentSession: fc.option(id), below: maybe(terminal) }),
    { selector: (agent) => agent.pid, maxLength: 3 },
  )
  .map((agents) =>
    scanned(
      ...agents.map(({ below, ...agent }) => ({
        ...agent,
        cliSessionId: agent.cliSessionId as never,
        parentSession: agent.parentSession as never,
        under: below === undefined ? [] : [shellOf(below)],
      })),
    ),
  );

/** Anything that a host may say, in any order. */
export const hostFact: fc.Arbitrary<HostFact> = fc.oneof(
  { weight: 12, arbitrary: hooks },
  { weight: 2, arbitrary: scans },
  {
    weight: 2,
    arbitrary: fc
      .record({ name: terminal, cwd: folder, cli, chosen: maybe(id) })
      .map(({ name, chosen, ...more }) =>
        opened(name, { ...more, shell: shellOf(name), ...(chosen === undefined ? {} : { chosen }) }),
      ),
  },
  { weight: 1, arbitrary: terminal.map(closed) },
  { weight: 2, arbitrary: fc.tuple(pid, maybe(terminal)).map(([one, at]) => gone(one, at ?? null)) },
  { weight: 1, arbitrary: fc.tuple(terminal, pid).map(([at, one]) => seen(at, one)) },
  { weight: 1, arbitrary: fc.tuple(terminal, cardId, id).map(([at, card, one]) => resumeTyped(at, card, one)) },
  { weight: 1, arbitrary: id.map(cliState) },
  {
    weight: 1,
    arbitrary: fc.tuple(cardId, fc.constantFrom(true, false, null)).map(([card, alive]) => checked(card, alive)),
  },
);

/** A host's log: facts, each some time after the one before. */
export const hostLog = (maxLength: number): fc.Arbitrary<{ fact: HostFact; after: number }[]> =>
  fc.array(fc.record({ fact: hostFact, after: fc.constantFrom(10, 1_000, 9_000, 40_000) }), {
    minLength: 1,
    maxLength,
  });
