import {
  TERMINAL_HEADERS,
  VIEWER_KEEPALIVE_MS,
  VIEWER_WINDOW_BYTES,
  subjects,
  type TerminalOutKind,
  type ViewerMessage,
} from '@pitwall/contracts';
import type { Bus } from '@pitwall/service-kit';

export interface ViewerSink {
  /** Bytes for the viewer; `reset`: they draw a whole screen, after what was shown is cleared. */
  bytes(data: Uint8Array, reset: boolean): void;
  exit(): void;
}

export interface Viewer {
  resize(cols: number, rows: number): void;
  input(data: Uint8Array): void;
  /** The viewer has taken in this many bytes more. */
  took(bytes: number): void;
  close(): void;
}

interface ViewerDeps {
  readonly bus: Bus;
  readonly hostId: string;
  readonly terminalId: string;
  readonly viewer: string;
  readonly size: { cols: number; rows: number };
  readonly sink: ViewerSink;
}

/** Acknowledged in steps of this size: often enough to keep the host sending, seldom enough to cost nothing. */
const ACK_STEP_BYTES = 64 * 1024;

/** A screen comes within a few ms where there is a host. */
const ATTACH_RETRY_MS = 1_000;

/** One viewer of a terminal on the bus. A viewer that falls behind is skipped to the current screen; the agent never waits. */
export function openViewer({ bus, hostId, terminalId, viewer, size, sink }: ViewerDeps): Viewer {
  const subject = (direction: 'out' | 'in' | 'resize' | 'ack') => subjects.terminal(hostId, terminalId, direction);
  const say = (message: ViewerMessage): void => bus.nc.publish(subject('resize'), JSON.stringify(message));
  let at = size;
  /** Offset of the next byte to forward; null until a screen has come. */
  let next: number | null = null;
  let outstanding = 0;
  let acknowledged = 0;
  let behind = false;

  const attach = (): void => {
    next = null;
    behind = false;
    outstanding = 0;
    say({ type: 'attach', viewer, ...at });
  };

  const forward = (data: Uint8Array, offset: number): void => {
    if (next === null || behind) return;
    const skip = next - offset;
    if (skip >= data.length) return;
    if (skip < 0 || outstanding > VIEWER_WINDOW_BYTES) {
      behind = true;
      if (outstanding === 0) attach();
      return;
    }
    const fresh = skip === 0 ? data : data.subarray(skip);
    next += fresh.length;
    outstanding += fresh.length;
    sink.bytes(fresh, false);
  };

  const out = bus.nc.subscribe(subject('out'), {
    callback: (error, message) => {
      if (error) return;
      const kind = message.headers?.get(TERMINAL_HEADERS.kind) as TerminalOutKind | undefined;
      const offset = Number(message.headers?.get(TERMINAL_HEADERS.offset) ?? 0);
      if (kind === 'exit') return sink.exit();
      if (kind === 'data') return forward(message.data, offset);
      if (message.headers?.get(TERMINAL_HEADERS.viewer) !== viewer) return;
      if (kind === 'unknown') attach();
      else if (kind === 'screen') {
        next = offset;
        outstanding = message.data.length;
        sink.bytes(message.data, true);
      }
    },
  });
  const keepalive = setInterval(() => say({ type: 'keepalive', viewer }), VIEWER_KEEPALIVE_MS);
  // Nobody hears an attach while the host is still coming up.
  const attachAgain = setInterval(() => {
    if (next === null) attach();
  }, ATTACH_RETRY_MS);
  const forgetReconnect = bus.onReconnect(attach);
  attach();

  return {
    resize(cols, rows) {
      at = { cols, rows };
      say({ type: 'resize', viewer, cols, rows });
    },
    input: (data) => bus.nc.publish(subject('in'), data),
    took(bytes) {
      outstanding = Math.max(0, outstanding - bytes);
      if (behind && outstanding === 0) return attach();
      const upTo = (next ?? 0) - outstanding;
      if (next === null || (upTo - acknowledged < ACK_STEP_BYTES && outstanding > 0)) return;
      acknowledged = upTo;
      bus.nc.publish(subject('ack'), JSON.stringify({ viewer, offset: Math.max(0, upTo) }));
    },
    close() {
      clearInterval(keepalive);
      clearInterval(attachAgain);
      forgetReconnect();
      out.unsubscribe();
      if (!bus.nc.isClosed()) say({ type: 'detach', viewer });
    },
  };
}
