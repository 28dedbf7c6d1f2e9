import { connect } from 'node:net';

/** What a server answers to bytes as they are given: its status, or null where it closes without one. */
export function sendRaw(port: number, lines: readonly string[], body = ''): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const settle = (): void => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      socket.destroy();
      resolve(status === undefined ? null : Number(status));
    };
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${lines[0]}`)));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (answer.includes('\r\n')) settle();
    });
    socket.once('error', reject);
    socket.once('close', settle);
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}
