/** Where the line to a terminal stands. */
export type SocketState = 'connecting' | 'open' | 'reconnecting' | 'exited' | 'missing';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

export interface TerminalSocket {
  /** Keys for the agent; lost while there is no line, never kept for later. */
  send(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** The screen has taken in this many bytes more. */
  took(bytes: number): void;
  close(): void;
}

interface TerminalSocketDeps {
  readonly terminalId: string;
  readonly size: () => Size;
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onState: (state: SocketState) => void;
}

/** Close codes of the gateway after which there is nothing to come back to. */
const FINAL: Readonly<Record<number, SocketState>> = { 4000: 'exited', 4404: 'missing' };
const RETRY_MS = [250, 500, 1_000, 2_000];
/** Far below what the gateway takes in one frame; a long paste goes in parts. */
const FRAME_BYTES = 64 * 1024;

/** A viewer's line to a terminal. It comes back by itself, and its first bytes then draw the whole screen anew. */
export function openTerminalSocket({ terminalId, size, onBytes, onState }: TerminalSocketDeps): TerminalSocket {
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let closed = false;

  const say = (message: object): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const connect = (): void => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const next = new WebSocket(`${scheme}://${location.host}/terminals/${terminalId}`);
    next.binaryType = 'arraybuffer';
    socket = next;
    next.onopen = () => {
      attempts = 0;
      say({ type: 'resize', ...size() });
      onState('open');
    };
    next.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) onBytes(new Uint8Array(data));
    };
    next.onclose = ({ code }) => {
      if (closed) return;
      const final = FINAL[code];
      if (final) return onState(final);
      onState('reconnecting');
      retry = setTimeout(connect, RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]);
      attempts += 1;
    };
  };
  connect();

  return {
    send(bytes) {
      if (socket?.readyState !== WebSocket.OPEN) return;
      for (let at = 0; at < bytes.length; at += FRAME_BYTES) socket.send(bytes.slice(at, at + FRAME_BYTES));
    },
    resize: (to) => say({ type: 'resize', ...to }),
    took: (bytes) => say({ type: 'ack', bytes }),
    close() {
      closed = true;
      clearTimeout(retry);
      socket?.close(1000);
    },
  };
}
