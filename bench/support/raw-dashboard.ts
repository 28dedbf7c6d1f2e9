import { once } from 'node:events';
import { WebSocket } from 'ws';
import { SESSION_FIELDS } from '../../e2e/support/dashboard.js';

const SESSION = '"cliSessionId":"';
const TEXT = '"text":"';

/** The text between `after` and the next quotation mark, from `from` on. */
const between = (text: string, after: string, from = 0): { word: string; end: number } => {
  const start = text.indexOf(after, from) + after.length;
  const end = text.indexOf('"', start);
  return { word: text.slice(start, end), end };
};

/**
 * A dashboard's subscription that is only looked into, not parsed: twenty of them that parse every card would measure
 * the machine of the benchmark. `onCard` gets the session and the number in its newest prompt.
 */
export async function openRawDashboard(
  { url, token }: { url: string; token: string },
  onCard: (session: string, n: number) => void,
): Promise<{ close(): void }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: `Bearer ${token}` },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  socket.on('message', (data: Buffer) => {
    const text = data.toString('latin1');
    if (!text.includes('"type":"next"')) return;
    const session = between(text, SESSION);
    onCard(session.word, Number(between(text, TEXT, text.indexOf('"now":', session.end)).word));
  });
  const query = `subscription { sessions(includeEnded: true) { ${SESSION_FIELDS} } }`;
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  return { close: () => socket.close() };
}
