import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { eventually } from '@pitwall/service-kit/testing';
import { sendHttp } from '../support/post-hook.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

const CYCLES = 1_000;

/** How a reader leaves. */
type Leaves = 'before the subscription' | 'before the first event' | 'after the first event' | 'without a word';
const LEAVES: readonly Leaves[] = [
  'before the subscription',
  'before the first event',
  'after the first event',
  'without a word',
];

const subscribe = JSON.stringify({
  id: '1',
  type: 'subscribe',
  payload: { query: 'subscription { sessions(includeEnded: true) { id status } }' },
});

const openSubscriptions = async (): Promise<number> => {
  const { text } = await sendHttp({ port: story.stack.ports().gateway, path: '/metrics' });
  return Number(/^pitwall_subscriptions(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1]);
};

/** One reader, from connection to end; resolves with the types of what it was told. */
function readOnce(leaves: Leaves): Promise<string[]> {
  const told: string[] = [];
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${story.stack.ports().gateway}/graphql`, ['graphql-transport-ws'], {
      headers: { authorization: `Bearer ${story.stack.ownerToken()}` },
    });
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      told.push(type);
      if (type === 'connection_ack') {
        if (leaves === 'before the subscription') return socket.close();
        socket.send(subscribe);
        if (leaves === 'before the first event') socket.close();
        if (leaves === 'without a word') socket.terminate();
      } else if (type === 'next') socket.close();
    });
    socket.on('close', () => resolve(told));
    socket.on('error', reject);
  });
}

test('U-03 a reader that stays is told first what there is, then each change', async () => {
  const id = await story.startIdle();
  const others = await openSubscriptions();
  const socket = new WebSocket(`ws://127.0.0.1:${story.stack.ports().gateway}/graphql`, ['graphql-transport-ws'], {
    headers: { authorization: `Bearer ${story.stack.ownerToken()}` },
  });
  const seen: { id: string; status: string }[] = [];
  socket.on('open', () => socket.send('{"type":"connection_init"}'));
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; payload: { data: { sessions: (typeof seen)[0] } } };
    if (message.type === 'connection_ack') socket.send(subscribe);
    if (message.type === 'next') seen.push(message.payload.data.sessions);
  });
  const statuses = () => seen.filter((one) => one.id === id).map(({ status }) => status);
  await eventually(() => statuses().includes('idle'));
  expect(await openSubscriptions()).toBe(others + 1);
  await story.send(id, 'go [[sleep: 200]]');
  await eventually(() => statuses().includes('waiting'));
  expect(statuses()[0]).toBe('idle');
  socket.close();
  await eventually(async () => (await openSubscriptions()) === others);
});

test('U-03 a thousand readers that come and go leave nothing behind', async () => {
  await story.startIdle();
  await story.watch.stop();
  await eventually(async () => (await openSubscriptions()) === 0);
  for (let at = 0; at < CYCLES; at += 10) {
    const readers = Array.from({ length: 10 }, (_, index) => LEAVES[(at + index) % LEAVES.length]!);
    const told = await Promise.all(readers.map(readOnce));
    const stayed = told.filter((_, index) => readers[index] === 'after the first event');
    for (const types of stayed) expect(types.slice(0, 2)).toEqual(['connection_ack', 'next']);
  }
  await eventually(async () => (await openSubscriptions()) === 0);
});
