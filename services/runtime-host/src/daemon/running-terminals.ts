import { findPtyHost } from './pty-host-link.js';

/** How many terminals of this home run, with or without the stack; 0 when nothing runs. */
export async function countTerminals(home: string): Promise<number> {
  const client = await findPtyHost(home);
  if (!client) return 0;
  try {
    return (await client.call('list', {})).result.terminals.length;
  } finally {
    client.close();
  }
}

/** Ends all terminals of this home and the process that holds them. Returns how many there were. */
export async function endTerminals(home: string): Promise<number> {
  const client = await findPtyHost(home);
  if (!client) return 0;
  try {
    const { terminals } = (await client.call('list', {})).result;
    const closed = new Promise<void>((resolve) => client.onClose(resolve));
    await client.call('shutdown', { terminals: true });
    await closed;
    return terminals.length;
  } finally {
    client.close();
  }
}
