import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { gatewayClient } from '../support/ask-gateway.js';
import { sendHttp } from '../support/post-hook.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

const query = JSON.stringify({ query: '{ viewer { name } }' });
const hook = JSON.stringify({ session_id: 'token', hook_event_name: 'SessionStart', cwd: '/projects/token' });
const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ ...json, authorization: `Bearer ${token}` });
const cookie = (token: string) => ({ ...json, cookie: `pitwall_browser_${story.stack.ports().gateway}=${token}` });

const api = (headers: Record<string, string>, search = '') =>
  sendHttp({ port: story.stack.ports().gateway, path: `/graphql${search}`, headers, body: query });
const hooks = (headers: Record<string, string>, search = '') =>
  sendHttp({ port: story.stack.ports().hook, path: `/hooks/claude${search}`, headers, body: hook });

test('a token in the URL, in a cookie or in another scheme opens nothing', async () => {
  const owner = story.stack.ownerToken();
  const hookToken = story.stack.hookToken();
  for (const name of ['token', 'access_token', 'authorization']) {
    expect((await api(json, `?${name}=${owner}`)).status).toBe(401);
    expect((await hooks(json, `?${name}=${hookToken}`)).status).toBe(401);
  }
  const origin = `http://127.0.0.1:${story.stack.ports().gateway}`;
  expect((await api({ ...cookie(owner), origin })).status).toBe(401);
  for (const value of [`bearer\t${owner}`, `Bearer  ${owner} x`, `Token ${owner}`, owner, `Bearer ${owner},`]) {
    expect((await api({ ...json, authorization: value })).status).toBe(401);
  }
});

test('a terminal’s token is good for that terminal’s hooks and for nothing else', async () => {
  const token = await ownTokenOf();
  expect((await hooks(bearer(token))).status).toBe(200);
  expect((await hooks({ ...bearer(token), 'x-pitwall-terminal': 'term-of-another' })).status).toBe(403);
  expect((await api(bearer(token))).status).toBe(401);
});

/** A tool of the agent writes down what its environment holds. */
async function ownTokenOf(): Promise<string> {
  const file = join(story.stack.user, 'token');
  const id = await story.start(`[[bash: printf %s "$PITWALL_HOOK_TOKEN" > '${file}']]`);
  await story.dialog(id);
  await story.stack.cli.ask('session', 'answer', id, '--allow');
  await story.watch.waitForStatus(id, 'waiting');
  return readFileSync(file, 'utf8');
}

test('a login code is good once; a made-up one never', async () => {
  const { data } = await gatewayClient(story.stack).run<{ createLoginCode: { code: string } }>(
    'mutation { createLoginCode { code } }',
  );
  const { code } = data!.createLoginCode;
  const login = async (given: string) =>
    (await sendHttp({ port: story.stack.ports().gateway, path: `/login?code=${given}` })).status;
  for (const given of ['', 'wrong', `${code}x`, `${code}&code=${code}`, "';--"])
    expect(await login(encodeURI(given))).toBe(401);
  expect(await login(code)).toBe(303);
  expect(await login(code)).toBe(401);
});

const aliases = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: viewer { name }`).join(' ')} }`;
const deep = `{ sessions { ${'history { reason { next { '.repeat(2_000)}${'} } }'.repeat(2_000)} } }`;
const ask = (body: string, token = story.stack.ownerToken()) =>
  sendHttp({ port: story.stack.ports().gateway, path: '/graphql', headers: bearer(token), body });

test('GraphQL: 1,000 aliases, deep nesting, fragment bombs, 5 MB and batches are refused; it goes on answering', async () => {
  const bomb = `query { ...a } fragment a on Query { ...b ...b } fragment b on Query { ...a }`;
  for (const text of [aliases(1_000), aliases(11), deep, bomb, '{', '']) {
    const { status, text: answer } = await ask(JSON.stringify({ query: text }));
    expect(status).toBeLessThan(500);
    expect(JSON.parse(answer)).toMatchObject({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  }
  expect(
    (await ask(JSON.stringify({ query: '{ viewer { name } }', filler: 'x'.repeat(5 * 1024 * 1024) }))).status,
  ).toBe(413);
  for (const body of [`[${query},${query}]`, '[]', '7', 'null', '"x"', `${'['.repeat(50_000)}`]) {
    const { status } = await ask(body);
    expect({ body: body.slice(0, 40), refused: status >= 400 && status < 500 }).toEqual({
      body: body.slice(0, 40),
      refused: true,
    });
  }
  expect(JSON.parse((await ask(query)).text)).toEqual({ data: { viewer: { name: 'owner' } } });
});

test('GraphQL tells its schema to whoever has a token, and to nobody else', async () => {
  const schema = JSON.stringify({ query: '{ __schema { queryType { name } } }' });
  expect(JSON.parse((await ask(schema)).text)).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
  expect((await ask(schema, 'wrong')).status).toBe(401);
});

test('a frame over 1 MB ends that socket alone', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${story.stack.ports().gateway}/graphql`, ['graphql-transport-ws'], {
    headers: { authorization: `Bearer ${story.stack.ownerToken()}` },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.send(`{"type":"ping","payload":"${'x'.repeat(2 * 1024 * 1024)}"}`);
  expect(await closed).toBe(1009);
  expect((await ask(query)).status).toBe(200);
});
