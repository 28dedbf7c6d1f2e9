import { spawn } from 'node:child_process';
import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { cleanEnvironment } from './clean-environment.js';
import type { Stack } from './start-stack.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface HttpRequest {
  readonly port?: number;
  readonly socketPath?: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
}

/** One request as it is given, headers that fetch() would not allow included. */
export const sendHttp = ({ body, ...options }: HttpRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', method: body === undefined ? 'GET' : 'POST', ...options }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once('error', reject);
    // A server that refuses early answers while the body is still being sent.
    sent.end(body);
  });

export interface HookPoster {
  post(payload: object | string | Buffer, headers?: OutgoingHttpHeaders): Promise<Answer>;
  close(): void;
}

/** Posts hooks as Claude Code does: over connections that stay open. */
export function createHookPoster(stack: Pick<Stack, 'ports' | 'hookToken'>, cli = 'claude'): HookPoster {
  const agent = new Agent({ keepAlive: true });
  const { hook: port } = stack.ports();
  const authorization = `Bearer ${stack.hookToken()}`;
  return {
    post: (payload, headers = {}) =>
      sendHttp({
        ...{ port, path: `/hooks/${cli}`, agent },
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
      }),
    close: () => agent.destroy(),
  };
}

export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
}

/** How many hooks the host has refused, by reason. */
export async function refusedCounts({ ports }: Pick<Stack, 'ports'>): Promise<Record<string, number>> {
  const { text } = await sendHttp({ port: ports().hook, path: '/metrics' });
  const counts = [...text.matchAll(/^pitwall_hooks_refused_total\{reason="([^"]+)"\} (\d+)$/gm)];
  return Object.fromEntries(counts.map(([, reason, count]) => [reason!, Number(count)]));
}

/** Pipes a hook into the hook script, as a CLI's `command` hook does. */
export const pipeHook = (
  home: string,
  body: string | Buffer,
  env: NodeJS.ProcessEnv = {},
  cli = 'claude',
): Promise<ScriptResult> =>
  new Promise((resolve, reject) => {
    const script = join(home, 'bin', 'pitwall-hook');
    const child = spawn(script, [cli], { env: cleanEnvironment(env), stdio: ['pipe', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(body);
  });
