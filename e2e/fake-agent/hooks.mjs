/** The hooks of a settings file, fired as Claude Code fires them. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** `$NAME` in a header becomes the variable if it is on the list, else nothing. */
const expand = (text, allowed) =>
  text.replace(/\$(\w+)/g, (_, name) => (allowed.includes(name) ? (process.env[name] ?? '') : ''));

/** Resolves with the answer's JSON; null when there is none or the hook failed, which never stops an agent. */
function sendHttp({ url, headers = {}, allowedEnvVars = [], timeout = 60 }, payload, signal) {
  return new Promise((resolve) => {
    const expanded = Object.entries(headers).map(([name, value]) => [name, expand(value, allowedEnvVars)]);
    const options = { method: 'POST', agent, signal, timeout: timeout * 1000 };
    const sent = request(
      url,
      { ...options, headers: { 'content-type': 'application/json', ...Object.fromEntries(expanded) } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve(response.statusCode === 200 ? parse(text) : null));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(null));
    sent.end(JSON.stringify(payload));
  });
}

function runCommand({ command }, payload) {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('error', () => resolve(null));
    child.on('close', () => resolve(parse(text)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(payload));
  });
}

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** `fire(payload, signal)` runs all hooks of that event at once and returns the first answer that decides something. */
export function createHooks(settingsFile) {
  const { hooks = {} } = settingsFile ? JSON.parse(readFileSync(settingsFile, 'utf8')) : {};
  return async (payload, signal) => {
    const wanted = (hooks[payload.hook_event_name] ?? []).flatMap((group) => group.hooks);
    const answers = await Promise.all(
      wanted.map((hook) => (hook.type === 'http' ? sendHttp(hook, payload, signal) : runCommand(hook, payload))),
    );
    return answers.find((answer) => answer?.hookSpecificOutput) ?? null;
  };
}
