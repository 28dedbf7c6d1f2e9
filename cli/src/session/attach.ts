import { WebSocket } from 'ws';
import { CliError, EXIT } from '../exit.js';
import { connectGateway } from '../gateway-client.js';
import { progress } from '../print.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';

/** Ctrl-] leaves, as in telnet: no agent or editor uses it for anything of weight. */
const DETACH = 0x1d;
const DETACH_NAME = 'Ctrl-]';

/** What a full-screen program may have switched on in the terminal we lend it. */
const LEAVE =
  '\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?1l\x1b>\x1b[?25h\x1b[0m\r\n';

interface Ended {
  readonly code: number;
  readonly reason: string;
}

/** The session's terminal in this one. */
export const attach = async (id: string, options: CommonOptions): Outcome => {
  const client = connectGateway(options.home);
  const session = await findSession(client, id);
  if (session.terminalId === null) {
    throw new CliError({
      code: 'TERMINAL_NOT_OPEN',
      message: `Session ${session.id} runs in ${session.originLabel ?? 'a terminal'} that is not Pitwall's.`,
      hint: 'Only sessions started with: pitwall session start can be attached to.',
    });
  }
  progress(`attached to ${session.id}; ${DETACH_NAME} detaches`);
  const socket = new WebSocket(`${client.url.replace(/^http/, 'ws')}/terminals/${session.terminalId}`, {
    headers: client.headers,
  });
  const { code, reason } = await relay(socket);
  if (process.stdout.isTTY) process.stdout.write(LEAVE);
  if (code === 1000) return void progress('detached; the session goes on');
  if (code === 4000) return void progress('the terminal has ended');
  throw new CliError({
    code: code === 4404 ? 'TERMINAL_NOT_OPEN' : 'NOT_REACHABLE',
    message: reason || 'The connection was lost.',
    hint: `The session goes on; attach again with: pitwall session attach ${session.id}`,
    exit: code === 4404 ? EXIT.failed : EXIT.unreachable,
  });
};

const relay = (socket: WebSocket): Promise<Ended> =>
  new Promise((resolve) => {
    const { stdin, stdout } = process;
    const size = (): void => {
      const { columns: cols, rows } = stdout;
      if (stdout.isTTY && cols > 1 && rows > 1) socket.send(JSON.stringify({ type: 'resize', cols, rows }));
    };
    const type = (data: Buffer): void => {
      if (stdin.isTTY && data.includes(DETACH)) socket.close(1000);
      else socket.send(data, { binary: true });
    };
    const finish = (ended: Ended): void => {
      stdout.off('resize', size);
      stdin.off('data', type);
      if (stdin.isTTY) stdin.setRawMode(false);
      stdin.pause();
      resolve(ended);
    };
    socket.on('open', () => {
      if (stdin.isTTY) stdin.setRawMode(true);
      size();
      stdout.on('resize', size);
      stdin.on('data', type);
      stdin.resume();
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      stdout.write(data, () => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'ack', bytes: data.length }));
      });
    });
    socket.on('close', (code, reason) => finish({ code, reason: reason.toString() }));
    socket.on('error', (error) => finish({ code: 1006, reason: error.message }));
  });
