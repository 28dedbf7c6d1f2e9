/** Sessions in every state that a screen shows, made with the scripted agent and with hooks posted by hand. */
/* global AbortController */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const BEFORE = `for (let i = 1; i <= max; i++) {
  const key = \`\${order.id}:\${i}\`
  try {
    return await charge(order, key)
  } catch (e) {
`;
const AFTER = `for (let i = 1; i <= max; i++) {
  const key = idempotencyKey(order)
  try {
    return await charge(order, key, ttl)
  } catch (e) {
    if (await settled(key)) return order
`;
const OUTPUT = [
  '\\e[32m●\\e[0m \\e[1mRead\\e[0m(src/payments/retry.ts)',
  '\\e[2m  └  Read 118 lines\\e[0m',
  '\\e[31m●\\e[0m \\e[1mBash\\e[0m(npm test -- retry)',
  '\\e[2m  └ \\e[0m \\e[31m✕ charges once when capture times out\\e[0m \\e[2m(41 ms)\\e[0m',
].join('\\n');

export async function startScene({ home, pitwall, hookToken, hookPort }) {
  const folder = join(home, 'checkout');
  mkdirSync(folder);
  const start = (title, prompt, ...words) => {
    const prompted = prompt === null ? [] : ['--prompt', prompt];
    const given = ['--cli', 'claude', '--cwd', folder, '--title', title, ...prompted, ...words];
    return JSON.parse(pitwall('session', 'start', ...given, '--json')).id;
  };
  const held = new AbortController();
  const post = (hook) =>
    fetch(`http://127.0.0.1:${hookPort}/hooks/claude`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${hookToken}`,
        'content-type': 'application/json',
        'x-pitwall-term-program': 'tmux',
        'x-pitwall-hold': '1',
      },
      body: JSON.stringify({ transcript_path: '/nowhere', cwd: folder, permission_mode: 'default', ...hook }),
      signal: held.signal,
    });
  const list = () => JSON.parse(pitwall('session', 'list', '--all', '--json')).sessions;
  const until = async (fits) => {
    for (let tries = 0; tries < 100; tries += 1) {
      const found = list().find(fits);
      if (found) return found.id;
      await new Promise((done) => setTimeout(done, 200));
    }
    throw new Error('the scene did not come about');
  };
  /** A session elsewhere that asks for an edit. */
  const askEdit = async () => {
    const session_id = randomUUID();
    const call = {
      session_id,
      tool_name: 'Edit',
      tool_input: { file_path: join(folder, 'src/payments/retry.ts'), old_string: BEFORE, new_string: AFTER },
    };
    await post({ session_id, hook_event_name: 'SessionStart', source: 'startup', model: 'opus' });
    await post({ session_id, hook_event_name: 'UserPromptSubmit', prompt: 'Fix the duplicate charge on retry' });
    await post({ ...call, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' });
    const suggestion = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
    post({ ...call, hook_event_name: 'PermissionRequest', permission_suggestions: [suggestion] }).catch(
      () => undefined,
    );
    return until((one) => one.cliSessionId === session_id && one.requests.length > 0);
  };
  /** A session elsewhere that waits for its person. */
  const rest = async () => {
    const session_id = randomUUID();
    await post({ session_id, hook_event_name: 'SessionStart', source: 'startup' });
    await post({ session_id, hook_event_name: 'UserPromptSubmit', prompt: 'Incident 0412 summary' });
    await post({
      session_id,
      hook_event_name: 'Stop',
      last_assistant_message: 'Timeline and five contributing causes.',
    });
    return until((one) => one.cliSessionId === session_id && one.status === 'waiting');
  };

  const ended = start('Typo sweep in docs', '[[text: Fixed 14 typos.]]');
  const working = start('Find the flaky queue test', '[[run: sleep 600]]', '--room', 'Platform');
  start('Split gateway resolvers', '[[text: Resolvers are one file per type now.]]', '--room', 'Platform');
  start(
    'Move sessions to signed cookies',
    '[[ask: Which isolation level should the backfill use?]]',
    '--room',
    'Checkout',
  );
  const command = 'pg_upgradecluster 16 main --method=link && sudo rm -rf /var/lib/postgresql/16/main';
  const bash = start('Upgrade Postgres 16 to 17', `[[print: ${OUTPUT}]] [[bash: ${command}]]`, '--room', 'Checkout');
  const edit = await askEdit();
  const external = await rest();
  await until((one) => one.id === ended && one.status === 'waiting');
  pitwall('session', 'stop', ended);
  await until((one) => one.id === bash && one.requests.length > 0);
  await until((one) => one.id === working && one.status === 'working');
  return { ids: { bash, edit, working, ended, external }, end: () => held.abort() };
}
