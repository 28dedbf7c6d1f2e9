import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostLog } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { hook, startHostProcess, type HostProcess } from '../support/host-process.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

describe('hooks over http', () => {
  let folder: TempFolder;
  let host: HostProcess;
  beforeAll(async () => {
    folder = tempFolder();
    host = await startHostProcess(folder.path);
  });
  afterAll(async () => {
    await host.kill();
    folder.remove();
  });

  const raw = (headers: Record<string, string>, body = '{}', path = '/hooks/claude', method = 'POST') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port: host.port, path, method, headers },
        (response: IncomingMessage) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve({ status: response.statusCode!, text }));
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const auth = () => ({ authorization: `Bearer ${host.hookToken}` });
  const refusals = async () => (await host.client.call('stats', {})).result.hooks.refused;

  it('takes a hook into the log before it replies, in the shape of the contract', async () => {
    const { status, text } = await host.postHook(
      hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
      {
        'x-pitwall-terminal': 'T-1',
        'x-pitwall-entrypoint': 'cli',
        'x-pitwall-term-program': 'vscode',
      },
    );
    expect([status, text]).toEqual([200, '{}']);
    const entry = (await host.entries()).at(-1)!;
    const message = hostLog.parseValue({ v: 1, hostId: 'host-1', oldest: 1, ...entry });
    expect(message).toMatchObject({
      event: 'hook',
      data: { via: 'http', terminalId: 'T-1', entrypoint: 'cli', termProgram: 'vscode', requestId: null, hasTty: null },
    });
  });

  it('refuses what isn’t allowed, with a reason, and counts it', async () => {
    const good = JSON.stringify(hook('Stop'));
    const rows: [string, number, () => Promise<{ status: number; text: string }>][] = [
      ['no-token', 401, () => raw({}, good)],
      ['bad-token', 401, () => raw({ authorization: 'Bearer nope' }, good)],
      ['origin', 403, () => raw({ ...auth(), origin: 'https://evil.example' }, good)],
      ['origin', 403, () => raw({ ...auth(), origin: 'null' }, good)],
      ['foreign-host', 403, () => raw({ ...auth(), host: 'evil.example' }, good)],
      ['foreign-host', 403, () => raw({ ...auth(), host: `evil.example:${host.port}` }, good)],
      ['foreign-host', 403, () => raw({ ...auth(), host: '127.0.0.1:1' }, good)],
      ['foreign-host', 403, () => raw({ ...auth(), host: `0.0.0.0:${host.port}` }, good)],
      ['path', 404, () => raw(auth(), good, '/hooks/other')],
      ['path', 404, () => raw(auth(), good, '/')],
      ['method', 405, () => raw(auth(), '', '/hooks/claude', 'GET')],
      ['not-json', 400, () => raw(auth(), '{"a":')],
      ['not-json', 400, () => raw(auth(), '')],
      ['not-a-hook', 400, () => raw(auth(), '[1]')],
      ['bad-session-id', 400, () => raw(auth(), '{"hook_event_name":"Stop","session_id":"\';x"}')],
      ['too-deep', 400, () => raw(auth(), `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
      [
        'too-large',
        413,
        () => raw({ ...auth(), 'content-length': String(17 * 1024 * 1024) }, 'x'.repeat(17 * 1024 * 1024)),
      ],
      ['too-large', 413, () => raw({ ...auth(), 'transfer-encoding': 'chunked' }, 'x'.repeat(17 * 1024 * 1024))],
    ];
    const before = (await host.entries()).length;
    for (const [reason, status, send] of rows) {
      const count = (await refusals())[reason] ?? 0;
      const reply = await send();
      expect([reason, reply.status]).toEqual([reason, status]);
      expect(JSON.parse(reply.text)).toMatchObject({ error: { code: reason } });
      expect((await refusals())[reason]).toBe(count + 1);
    }
    expect(await host.entries()).toHaveLength(before);
  });

  it('refuses before it reads a body, and its memory stays flat', async () => {
    const rss = async () => (await host.client.call('stats', {})).result.rssBytes;
    const before = await rss();
    const big = 'x'.repeat(8 * 1024 * 1024);
    for (let i = 0; i < 20; i++) expect((await raw({}, big)).status).toBe(401);
    expect((await rss()) - before).toBeLessThan(60 * 1024 * 1024);
  });

  it('answers a request that was never finished without waiting for it', async () => {
    const socket = connect(host.port, '127.0.0.1');
    socket.write(`POST /hooks/claude HTTP/1.1\r\nhost: 127.0.0.1:${host.port}\r\ncontent-length: 100\r\n\r\n`);
    const [chunk] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data: Buffer) => resolve([data])));
    expect(chunk.toString()).toMatch(/^HTTP\/1.1 401/);
    socket.destroy();
  });

  it('a terminal’s token is good for hooks of that terminal only', async () => {
    await host.open({ terminalId: 'T-9' });
    const token = { authorization: 'Bearer token-of-T-9' };
    const other = await host.postHook(hook('Stop'), { ...token, 'x-pitwall-terminal': 'T-1' });
    expect([other.status, JSON.parse(other.text)]).toMatchObject([403, { error: { code: 'other-terminal' } }]);
    expect((await host.postHook(hook('Stop'), token)).status).toBe(200);
    expect((await host.entries()).at(-1)!.data).toMatchObject({ terminalId: 'T-9' });
    await host.client.call('kill', { terminalId: 'T-9' });
  });

  it('takes hooks on the unix socket, which is the owner’s alone', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          socketPath: host.paths.hooksSocket,
          path: '/hooks/codex',
          method: 'POST',
          headers: { ...auth(), host: 'localhost' },
        },
        (response) => resolve(response.statusCode),
      );
      request.on('error', reject);
      request.end(JSON.stringify(hook('Stop')));
    });
    expect(status).toBe(200);
    expect((await host.entries()).at(-1)!.data.cli).toBe('codex');
  });

  it('shows health and numbers', async () => {
    expect((await raw({}, '', '/healthz', 'GET')).status).toBe(200);
    expect((await raw({ host: 'evil.example' }, '', '/metrics', 'GET')).status).toBe(403);
    const { text } = await raw({}, '', '/metrics', 'GET');
    expect(text).toMatch(/pitwall_hooks_received_total\{via="http"\} \d+/);
    expect(text).toMatch(/pitwall_hooks_refused_total\{reason="bad-token"\} 1/);
    expect(text).toMatch(/pitwall_spool_events \d+/);
  });

  it('holds a permission request until the first answer, and tells a later one that it came too late', async () => {
    const ask = hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm x' } });
    const reply = host.postHook(ask, { 'x-pitwall-hold': '1' });
    const { data, hostSeq } = await host.entry(({ data }) => data.requestId !== null && data.requestId !== undefined);
    expect(data.requestId).toBe(`rq-host-1-${hostSeq}`);
    const answer = { sessionId: 'S', requestId: String(data.requestId), behavior: 'deny' as const, message: 'no' };
    expect((await host.client.call('answer', { commandId: 'a-1', ...answer })).result.delivered).toBe(true);
    expect(JSON.parse((await reply).text)).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'no' } },
    });
    expect((await host.client.call('answer', { commandId: 'a-2', ...answer })).result.delivered).toBe(false);
    expect((await host.client.call('answer', { commandId: 'a-1', ...answer })).result.delivered).toBe(true);
    const answered = (await host.entries()).filter(({ event }) => event === 'request-answered');
    expect(answered.map(({ data: { commandId, delivered } }) => [commandId, delivered])).toEqual([
      ['a-1', true],
      ['a-2', false],
    ]);
  });

  it('lets a request go when the dialog was closed at the terminal', async () => {
    const call = { tool_name: 'Bash', tool_input: { command: 'make' } };
    const reply = host.postHook(hook('PermissionRequest', call), { 'x-pitwall-hold': '1' });
    await eventually(async () => (await host.client.call('stats', {})).result.held === 1);
    await host.postHook(hook('PostToolUse', call));
    expect((await reply).text).toBe('{}');
  });

  it('tells that a request was withdrawn when the CLI gives it up', async () => {
    const giveUp = new AbortController();
    const gone = fetch(`http://127.0.0.1:${host.port}/hooks/claude`, {
      method: 'POST',
      headers: { ...auth(), 'x-pitwall-hold': '1' },
      body: JSON.stringify(hook('PermissionRequest', { tool_name: 'Edit', tool_input: {} })),
      signal: giveUp.signal,
    }).catch(() => null);
    await eventually(async () => (await host.client.call('stats', {})).result.held === 1);
    giveUp.abort();
    await gone;
    await host.entry(({ event }) => event === 'request-withdrawn');
  });

  it('answers a permission request at once when nobody may hold it', async () => {
    const { text } = await host.postHook(hook('PermissionRequest', { tool_name: 'Bash', tool_input: {} }));
    expect(text).toBe('{}');
    expect((await host.entries()).at(-1)!.data.requestId).toBeNull();
  });
});
