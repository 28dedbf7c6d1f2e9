import { describe, expect, test } from '@jest/globals';
import { sendHttp } from '../support/post-hook.js';
import { sendRaw } from '../support/raw-http.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

interface Door {
  readonly title: string;
  readonly port: () => number;
  readonly token: () => string;
  readonly line: string;
  readonly more: readonly string[];
  readonly body: string;
  readonly open: number;
}

const gateway = { port: () => story.stack.ports().gateway, token: () => story.stack.ownerToken() };
const hooks = { port: () => story.stack.ports().hook, token: () => story.stack.hookToken() };
const hook = JSON.stringify({ session_id: 'from-a-page', hook_event_name: 'SessionStart', cwd: '/projects/page' });
const upgrade = [
  ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: graphql-transport-ws'],
];
const posting = (body: string, type: string): string[] => [
  `Content-Type: ${type}`,
  `Content-Length: ${Buffer.byteLength(body)}`,
  'Connection: close',
];
const makeToken = JSON.stringify({ query: 'mutation { createJoinToken { token } }' });

const DOORS: readonly Door[] = [
  {
    ...{ title: 'the API', ...gateway, line: 'POST /graphql HTTP/1.1', open: 200 },
    ...{ more: posting(makeToken, 'application/json'), body: makeToken },
  },
  {
    title: 'the socket of subscriptions',
    ...gateway,
    line: 'GET /graphql HTTP/1.1',
    more: upgrade,
    body: '',
    open: 101,
  },
  {
    title: 'the socket of a terminal',
    ...gateway,
    line: 'GET /terminals/t-1 HTTP/1.1',
    more: upgrade,
    body: '',
    open: 101,
  },
  {
    ...{ title: 'the hook port', ...hooks, line: 'POST /hooks/claude HTTP/1.1', open: 200 },
    ...{ more: posting(hook, 'application/json'), body: hook },
  },
];

const hostOf = ({ port }: Door): string => `Host: 127.0.0.1:${port()}`;
const tokenOf = ({ token }: Door): string => `Authorization: Bearer ${token()}`;
const knock = (door: Door, ...headers: string[]): Promise<number | null> =>
  sendRaw(door.port(), [door.line, ...headers, tokenOf(door), ...door.more], door.body);

/** Work that was done shows in the tables: hooks taken, join tokens made. */
async function workDone(): Promise<string> {
  const { text } = await sendHttp({ port: hooks.port(), path: '/metrics' });
  return /^pitwall_hooks_received_total\{via="http"\} \d+$/m.exec(text)?.[0] ?? '';
}

const NAMES = [
  'evil.example',
  'evil.example:PORT',
  '127.0.0.1.evil.example:PORT',
  'localhost.evil.example:PORT',
  '127.0.0.1:1',
  '0.0.0.0:PORT',
  '[::]:PORT',
  '127.1:PORT',
  '2130706433:PORT',
  'user@127.0.0.1:PORT',
  '127.0.0.1:PORT, evil.example',
  '127.0.0.1:PORT/',
  '',
];

const ORIGINS = [
  'http://evil.example',
  'https://evil.example',
  'null',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  'http://localhost:3000',
  'http://127.0.0.1:PORT.evil.example',
  'http://127.0.0.1:PORT@evil.example',
  'file://',
  'http://0.0.0.0:PORT',
  '',
];

/** What browsers add where a page of another site, or of another port, makes a request without an Origin. */
const BROWSER_HEADERS = [
  ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image'],
  ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: empty'],
  ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty'],
  ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: websocket', 'Sec-Fetch-Dest: empty'],
];

describe.each(DOORS)('$title', (door) => {
  const withPort = (text: string): string => text.replace('PORT', String(door.port()));

  test('opens for its token under its own name, as the controls below do but for one header', async () => {
    expect(await knock(door, hostOf(door))).toBe(door.open);
  });

  test('Host rebinding: no other name is answered, whatever it resolves to', async () => {
    const before = await workDone();
    for (const name of NAMES) {
      const status = await knock(door, `Host: ${withPort(name)}`);
      expect({ name, refused: [400, 403, 421].includes(status ?? 0) }).toEqual({ name, refused: true });
    }
    expect([400, 403, 421]).toContain(await knock(door, 'Host: evil.example', hostOf(door)));
    expect([400, 403, 421]).toContain(await knock(door));
    expect(await workDone()).toBe(before);
  });

  test('Origin evil, null or of another port: refused, token or not', async () => {
    const before = await workDone();
    for (const origin of ORIGINS) {
      const status = await knock(door, hostOf(door), `Origin: ${withPort(origin)}`);
      expect({ origin, status }).toEqual({ origin, status: 403 });
    }
    expect(await workDone()).toBe(before);
  });

  test('no Origin but the headers of a browser that is on another site: refused, token or not', async () => {
    const before = await workDone();
    for (const headers of BROWSER_HEADERS) {
      expect({ headers, status: await knock(door, hostOf(door), ...headers) }).toEqual({ headers, status: 403 });
    }
    expect(await workDone()).toBe(before);
  });
});

const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];

test('a form of another site can send no JSON: text/plain and its like are refused by the API, and by the hook port with a page’s headers', async () => {
  const [api, , , hookDoor] = DOORS as unknown as [Door, Door, Door, Door];
  const page = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
  for (const type of FORMS) {
    for (const door of [api, hookDoor]) {
      const sent = (headers: string[]) =>
        sendRaw(
          door.port(),
          [door.line, hostOf(door), tokenOf(door), ...headers, ...posting(door.body, type)],
          door.body,
        );
      expect(await sent(page)).toBe(403);
      if (door === api) expect(await sent([])).toBe(415);
    }
  }
});

test('a link on another site still opens the dashboard', async () => {
  const port = gateway.port();
  const page = [
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-Dest: document',
    'Accept: text/html',
  ];
  const status = await sendRaw(port, ['GET / HTTP/1.1', `Host: 127.0.0.1:${port}`, ...page, 'Connection: close']);
  expect([200, 503]).toContain(status);
});
