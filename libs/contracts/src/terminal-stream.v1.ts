import { z } from 'zod';
import { defineMessage } from './define.js';

/**
 * Terminal bytes over core NATS, in no stream. Host → viewers on `.out`, told apart by headers:
 * `screen` (for one viewer: bytes that draw the whole screen on an empty terminal, taken at `offset`),
 * `data` (for all: the bytes from `offset` on), `exit`, and `unknown` (for one viewer: the host was started anew and
 * doesn't know it; it attaches again). A viewer drops data below the offset of its screen.
 * Viewers → host: raw bytes on `.in`, viewerMessage on `.resize`, viewerAck on `.ack`.
 */
export const TERMINAL_HEADERS = {
  kind: 'Pw-Kind',
  viewer: 'Pw-Viewer',
  /** Bytes of output since the terminal opened. */
  offset: 'Pw-Offset',
  cols: 'Pw-Cols',
  rows: 'Pw-Rows',
} as const;

export type TerminalOutKind = 'screen' | 'data' | 'exit' | 'unknown';

const viewer = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const size = { cols: z.number().int().min(2).max(1000), rows: z.number().int().min(2).max(1000) };

/** `attach` asks for a screen (again, after falling behind); a viewer that sends nothing for VIEWER_LEASE_MS is gone. */
export const viewerMessage = defineMessage(
  'viewer',
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('attach'), viewer, ...size }),
    z.object({ type: z.literal('resize'), viewer, ...size }),
    z.object({ type: z.literal('keepalive'), viewer }),
    z.object({ type: z.literal('detach'), viewer }),
  ]),
);
export type ViewerMessage = z.infer<typeof viewerMessage.schema>;

/** `offset`: everything below has reached the viewer. */
export const viewerAck = defineMessage('viewer-ack', z.object({ viewer, offset: z.number().int().nonnegative() }));

export const VIEWER_LEASE_MS = 15_000;
export const VIEWER_KEEPALIVE_MS = 5_000;

/** Unacknowledged bytes at which a viewer counts as behind; it's skipped to the current screen later. */
export const VIEWER_WINDOW_BYTES = 512 * 1024;
