import { chmodSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { sendHttp, type HttpRequest } from '../support/post-hook.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

type Headers = Record<string, string>;

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const json: Headers = { 'content-type': 'application/json' };
const query = JSON.stringify({ query: '{ sessions { id } }' });
const hook = JSON.stringify({ session_id: 'door', hook_event_name: 'SessionStart', cwd: '/projects/door' });

const gatewayRequest = (): HttpRequest => ({ port: story.stack.ports().gateway, path: '/graphql', body: query });
const hookRequest = (): HttpRequest => ({ port: story.stack.ports().hook, path: '/hooks/claude', body: hook });
const hookSocketRequest = (): HttpRequest => ({
  socketPath: join(story.stack.home, 'run', 'hooks.sock'),
  path: '/hooks/claude',
  body: hook,
});

/** 101 when the socket opens, else the status of the refusal. */
const upgrade = (path: string, headers: Headers): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${story.stack.ports().gateway}${path}`, ['graphql-transport-ws'], {
      headers,
    });
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  });

const http =
  (request: () => HttpRequest) =>
  async (headers: Headers): Promise<number> =>
    (await sendHttp({ ...request(), headers: { ...json, ...headers } })).status;

const DOORS = [
  { title: 'the API', knock: http(gatewayRequest), token: () => story.stack.ownerToken(), open: 200 },
  {
    title: 'the socket of subscriptions',
    knock: (headers: Headers) => upgrade('/graphql', headers),
    token: () => story.stack.ownerToken(),
    open: 101,
  },
  {
    title: 'the socket of a terminal',
    knock: (headers: Headers) => upgrade('/terminals/term-1', headers),
    token: () => story.stack.ownerToken(),
    open: 101,
  },
  { title: 'the hook port', knock: http(hookRequest), token: () => story.stack.hookToken(), open: 200 },
  { title: 'the hook socket', knock: http(hookSocketRequest), token: () => story.stack.hookToken(), open: 200 },
];

test.each(DOORS)('$title opens for its token and for nothing less', async ({ knock, token, open }) => {
  expect(await knock(bearer(token()))).toBe(open);
  expect(await knock({})).toBe(401);
  expect(await knock(bearer('wrong'))).toBe(401);
  expect(await knock(bearer(`${token()}x`))).toBe(401);
  expect(await knock({ authorization: `Basic ${token()}` })).toBe(401);
});

test.each(DOORS)('$title is closed to pages of other sites, even with the token', async ({ knock, token }) => {
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
    expect(await knock({ ...bearer(token()), origin })).toBe(403);
  }
});

test.each(DOORS)('$title is closed to names that were made to point here', async ({ knock, token }) => {
  for (const host of ['evil.example', `evil.example:${story.stack.ports().gateway}`, '0.0.0.0']) {
    expect([403, 421]).toContain(await knock({ ...bearer(token()), host }));
  }
});

test('a form of another site, sent as plain text, does nothing', async () => {
  const plain = { ...bearer(story.stack.ownerToken()), 'content-type': 'text/plain' };
  expect((await sendHttp({ ...gatewayRequest(), headers: plain })).status).toBe(415);
  const form = { 'content-type': 'text/plain', origin: 'https://evil.example' };
  expect((await sendHttp({ ...gatewayRequest(), headers: form })).status).toBe(403);
  expect((await sendHttp({ ...hookRequest(), headers: form })).status).toBe(403);
});

test('the tokens are not good for each other’s doors', async () => {
  expect(await http(gatewayRequest)(bearer(story.stack.hookToken()))).toBe(401);
  expect(await http(hookRequest)(bearer(story.stack.ownerToken()))).toBe(401);
});

/** What the control socket answers to one frame before it closes; empty when it says nothing. */
const controlAnswer = (call: object | string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(join(story.stack.home, 'run', 'pty-host.sock'));
    let answer = '';
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    if (typeof call === 'string') return void socket.end(call);
    const head = Buffer.from(JSON.stringify(call));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(4 + head.length, 0);
    lengths.writeUInt32BE(head.length, 4);
    socket.write(Buffer.concat([lengths, head]));
  });

test('the control socket of the terminal host tells nothing without its token', async () => {
  expect(await controlAnswer({ id: 1, method: 'list', params: {} })).toBe('');
  expect(await controlAnswer({ id: 1, method: 'hello', params: {} })).toContain('the token is wrong');
  expect(await controlAnswer({ id: 1, method: 'hello', params: { token: 'wrong' } })).toContain('the token is wrong');
  expect(await controlAnswer('GET / HTTP/1.1\r\n\r\n')).toBe('');
});

test('health and metrics answer without a token and tell of no session', async () => {
  const { gateway, hook: hookPort } = story.stack.ports();
  const id = await story.startIdle();
  const { user } = story.stack;
  for (const port of [gateway, hookPort]) {
    expect((await sendHttp({ port, path: '/healthz' })).status).toBe(200);
    const { status, text } = await sendHttp({ port, path: '/metrics' });
    expect(status).toBe(200);
    for (const secret of [id, user]) expect(text).not.toContain(secret);
  }
  expect((await sendHttp({ port: gateway, path: '/readyz' })).status).toBe(200);
});

test('every file and folder of the home is the owner’s alone', async () => {
  await story.startIdle();
  const { home, user } = story.stack;
  const paths = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => join(home, name));
  const open = paths.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && !found.isSymbolicLink() && !path.startsWith(user) && (found.mode & 0o077) !== 0;
  });
  expect(open).toEqual([]);
  expect(lstatSync(home).mode & 0o777).toBe(0o700);
});

test('a home that others could look into is closed to them at the next up', async () => {
  const { home } = story.stack;
  const token = join(home, 'run', 'owner-token');
  await story.stack.down();
  for (const path of [home, join(home, 'run')]) chmodSync(path, 0o755);
  chmodSync(token, 0o644);
  const before = readFileSync(token, 'utf8');
  await story.stack.up();
  expect([home, join(home, 'run')].map((path) => lstatSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  expect(lstatSync(token).mode & 0o777).toBe(0o600);
  expect(readFileSync(token, 'utf8')).toBe(before);
});
