import { built, code, duration, page, PRINTED, table } from './markdown.mjs';

/** What no table says: statuses in words. Kept complete by the check below. */
const MEANING = {
  connecting: 'Pitwall opened its terminal, and no hook has come yet.',
  idle: 'Nothing is asked of the agent.',
  prompting: 'A prompt was submitted, and the agent has not begun to act.',
  working: 'It uses tools, or one of its subagents does.',
  approval: 'A tool waits for a permission. A timer’s guess is marked as one.',
  input: 'A question or a plan waits for a person.',
  waiting: 'Its turn is over; it is your move.',
  ended: 'The agent is gone.',
};

const shows = (to) => (to === 'keep' ? '' : code(to));

/** Hooks by the status that they lead to. */
const hooksBy = (rules) => {
  const by = new Map();
  for (const { to, on } of rules) if (to !== 'keep') by.set(to, [...new Set([...(by.get(to) ?? []), on])]);
  return [...by];
};

const diagram = (hookRules, timeouts, timers) => {
  const lines = [
    'stateDiagram-v2',
    '  any: any status',
    '  [*] --> connecting',
    ...hooksBy(hookRules).map(([to, hooks]) => `  any --> ${to}: ${hooks.join(', ')}`),
    '  any --> approval: PermissionRequest, or a tool is silent for too long',
    '  any --> input: the same, of a question or plan',
    '  any --> waiting: the CLI says idle in a turn or a dialog',
    '  approval --> working: the CLI says busy, a child process runs, or it was answered',
    '  input --> working: the CLI says busy, or it was answered',
    '  any --> ended: the process or the terminal is gone, or the conversation moved away',
    '  any --> connecting: a resume was typed',
    '  ended --> connecting: a terminal opened',
    ...timeouts.flatMap(({ from, to, timer }) =>
      from.map((status) => `  ${status} --> ${to}: after ${duration(timers[timer])}`),
    ),
  ];
  return ['```mermaid', ...lines, '```'].join('\n');
};

const hookTable = (rules) =>
  table(
    ['rule', ['hook', 'hook'], ['shows', 'status'], ['note', 'what it means']],
    rules.map(({ id, on, to, note }) => ({ rule: id, hook: code(on), shows: to === undefined ? '' : shows(to), note })),
  );

const subagentTable = (rules) =>
  table(
    ['rule', 'hook', ['note', 'what it means']],
    rules.map(({ id, on, note }) => ({ rule: id, hook: code(on), note })),
  );

const timeoutTable = (rules, timers) =>
  table(
    ['rule', 'from', 'to', ['after', 'after'], 'setting', ['note', 'counted']],
    rules.map(({ id, from, to, timer, note }) => ({
      rule: id,
      from: from.map(code).join(', '),
      to: code(to),
      after: duration(timers[timer]),
      setting: code(timer),
      note,
    })),
  );

const toolTable = (classes, timers) =>
  table(
    ['class', 'tools', ['after', 'silent for'], 'setting', 'shows'],
    classes.map((row) => ({
      class: row.class,
      tools: row.tools.map(code).join(' ') + (row.class === 'slow' ? ' and every other, `mcp__*` too' : ''),
      after: duration(timers[row.timer]),
      setting: code(row.timer),
      shows: code(row.class === 'user-input' ? 'input' : 'approval'),
    })),
  );

const stepTable = (steps) =>
  table(
    ['n', 'step', 'rule', ['note', 'when']],
    steps.map(({ step, rule, note }, i) => ({ n: i + 1, step: code(step), rule, note })),
  );

const factTable = (rules) =>
  table(
    ['rule', 'event', 'shows', ['note', 'what it means']],
    Object.entries(rules).map(([event, { id, shows, note }]) => ({ rule: id, event: code(event), shows, note })),
  );

const stateTable = (rules) =>
  table(
    ['rule', ['says', 'the CLI says'], ['shows', 'status'], ['note', 'when, and what it means']],
    rules.map(({ id, states, to, note }) => ({ rule: id, says: states.map(code).join(', '), shows: shows(to), note })),
  );

const OUTCOME = {
  same: '',
  closed: '✕ closed',
  timed: 'timed',
  untimed: 'untimed',
  guess: 'guess',
  reported: 'reported',
};

const callTable = (rows, states) =>
  table(
    ['rule', ['on', 'what happens'], ['calls', 'to which open calls'], ...states],
    Object.values(rows).map(({ id, on, calls, ...row }) => ({
      rule: id,
      on,
      calls,
      ...Object.fromEntries(states.map((state) => [state, OUTCOME[row[state]]])),
    })),
  );

/** docs/session-states.md */
export async function sessionStatesPage(root) {
  const { STANDARD_TIMERS: timers, status } = await built(root, 'libs/contracts/dist/index.js');
  const core = 'services/session-state/dist/core';
  const { HOOK_RULES, SUBAGENT_RULES } = await built(root, `${core}/status-table.js`);
  const { TIMEOUT_RULES } = await built(root, `${core}/timeouts.js`);
  const { FACT_RULES } = await built(root, `${core}/fact-table.js`);
  const { CLI_STATE_RULES } = await built(root, `${core}/cli-state.js`);
  const { CALL_TABLE, CALL_STATES } = await built(root, `${core}/call-table.js`);
  const { TOOL_CLASSES } = await built(root, `${core}/tool-classes.js`);
  const { LAUNCH_GIVEN_UP_MS } = await built(root, `${core}/launch.js`);
  const { MATCH_STEPS } = await built(root, 'services/matcher/dist/core/match.js');
  const untold = status.options.filter((name) => !(name in MEANING));
  if (untold.length > 0) throw new Error(`scripts/docs/session-states.mjs does not say what ${untold} means`);

  return page(
    '# Session states',
    PRINTED,
    'A session has one of these statuses. Ids such as S-04 name the rule; the card shows the id of the rule that decided, and `pitwall session history` prints every change with it.',
    table(
      ['status', 'meaning'],
      status.options.map((name) => ({ status: code(name), meaning: MEANING[name] })),
    ),
    diagram(HOOK_RULES, TIMEOUT_RULES, timers),
    'The status of the main agent is one thing, and what the card shows is laid over it: an open dialog (`approval` before `input`) over a live subagent (`working`) over the main agent’s own status.',
    '## Events of a session',
    'Everything that the log of a session can hold, beside the host’s answers to checks.',
    factTable(FACT_RULES),
    '## Hooks of the main agent',
    'The first row that fits decides. Events are ordered by the number that the host gave them; one that is older than the last that set the status still closes its call, and sets nothing. `ended` is left by SessionStart, UserPromptSubmit, PreToolUse of the main agent, or a new session id. Any other hook is a sign of life, and as the first one it ends `connecting`.',
    hookTable(HOOK_RULES),
    '## Hooks of subagents',
    'They never set the leader’s own status.',
    subagentTable(SUBAGENT_RULES),
    '## What the CLI says of itself',
    'From Claude’s session file, Codex’s rollout and the interruption lines of a transcript; also in the host’s answer to a check. It is as old as the file says: what was asked, reported or begun after that stays. The state of a conversation that is not the card’s current one is ignored, and so is any of an ended card. In every other case it changes no status.',
    stateTable(CLI_STATE_RULES),
    '## Timeouts',
    'A timeout fires only on the host’s answer to a check, which stands in the host’s log behind everything that happened before. While the host is out of reach, its sessions’ deadlines stand still; overdue ones are then played in order, at the times at which they were due.',
    timeoutTable(TIMEOUT_RULES, timers),
    `A session whose terminal was asked for and did not open for ${duration(LAUNCH_GIVEN_UP_MS)} has ended (S-09), by the server’s clock: its host has nothing of it yet. If the terminal opens after all, the session is there again.`,
    `A team goes ${duration(timers.teamRemoval)} (\`teamRemoval\`) after its last member ended (G-02), whatever the leader does; leaders and members that have ended are asked about too.`,
    '## Tools that are silent for too long',
    'Each PreToolUse arms a timer of its own. When it runs out, the card shows a guess (“probably”) until the CLI confirms it. A slow tool is only reported when the agent’s process has no child that was started after that PreToolUse. In the modes `bypassPermissions` and `dontAsk` only user-input tools have timers.',
    toolTable(TOOL_CLASSES, timers),
    '## Approval: open calls',
    'An open call is *untimed* (a mode without dialogs, or it was answered through Pitwall), *timed*, a *guess* (silent for too long) or *reported* by the CLI. Guesses and reported ones show as `approval` or `input`; only what a PermissionRequest reported can be answered. This is what happens to an open call; an empty field means that it stays as it is.',
    callTable(CALL_TABLE, CALL_STATES),
    'Before a timer counts as silence, the host says what it knows: a child process that began after the call, or a CLI that says `busy`, mean that it runs, and it is asked about again. While a slow call is a guess or reported, its children are looked at every 8 s from its PreToolUse (X-30).',
    '## How a CLI session finds its card',
    'For a hook whose session id no card shows. The first step that matches links it; the card shows the step and its evidence.',
    stepTable(MATCH_STEPS),
  );
}
