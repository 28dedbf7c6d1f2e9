import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import {
  TERMINAL_HEADERS,
  VIEWER_LEASE_MS,
  VIEWER_WINDOW_BYTES,
  subjects,
  viewerAck,
  viewerMessage,
  type TerminalOutKind,
  type ViewerMessage,
} from '@pitwall/contracts';
import type { PtyHostClient } from '../control/client.js';
import { smallestSize, someoneKeepsUp, type Viewer } from '../core/viewers.js';
import type { Logger } from '../logger.js';
import { createOutputBatch, type OutputBatch } from './output-batch.js';

const LEASE_CHECK_MS = 2000;
/** Kept below what a message may have, for its headers. */
const HEADER_ROOM_BYTES = 16 * 1024;

interface Watched {
  viewers: Map<string, Viewer>;
  batch: OutputBatch;
  published: number;
  /** Output is left out until someone keeps up again. */
  stalled: boolean;
}

interface Deps {
  hostId: string;
  nc: NatsConnection;
  client: PtyHostClient;
  log: Logger;
}

/**
 * The terminals of this host for those who watch them, over core NATS. Nothing is published while nobody watches, and
 * whoever falls behind is skipped to the current screen: the agent's pty never waits for a viewer.
 */
export function serveTerminals({ hostId, nc, client, log }: Deps, ended: AbortSignal): void {
  const terminals = new Map<string, Watched>();
  const screenBytes = (nc.info?.max_payload ?? 1024 * 1024) - HEADER_ROOM_BYTES;

  const publish = (
    terminalId: string,
    kind: TerminalOutKind,
    bytes: Uint8Array,
    fields: Record<string, string | number> = {},
  ): void => {
    if (nc.isClosed()) return;
    const head = headers();
    head.set(TERMINAL_HEADERS.kind, kind);
    for (const [name, value] of Object.entries(fields)) head.set(name, String(value));
    nc.publish(subjects.terminal(hostId, terminalId, 'out'), bytes, { headers: head });
  };

  const sendScreen = async (terminalId: string, viewerId: string): Promise<void> => {
    const { result, body } = await client.call('screen', { terminalId, maxBytes: screenBytes });
    const watched = terminals.get(terminalId);
    const viewer = watched?.viewers.get(viewerId);
    if (!watched || !viewer || !result) return;
    // What waits to be published is in the screen already, or comes behind it: in order either way.
    watched.batch.flush();
    viewer.needsScreen = false;
    viewer.ackedOffset = result.offset;
    watched.stalled = false;
    watched.published = Math.max(watched.published, result.offset);
    publish(terminalId, 'screen', body, {
      [TERMINAL_HEADERS.viewer]: viewerId,
      [TERMINAL_HEADERS.offset]: result.offset,
      [TERMINAL_HEADERS.cols]: result.cols,
      [TERMINAL_HEADERS.rows]: result.rows,
    });
  };

  const applySize = async (terminalId: string): Promise<void> => {
    const size = smallestSize(terminals.get(terminalId)?.viewers.values() ?? []);
    if (size) await client.call('resize', { terminalId, ...size });
  };

  const forget = async (terminalId: string, viewerId: string): Promise<void> => {
    const watched = terminals.get(terminalId);
    if (!watched?.viewers.delete(viewerId)) return;
    if (watched.viewers.size > 0) return applySize(terminalId);
    terminals.delete(terminalId);
    watched.batch.close();
    await client.call('unwatch', { terminalId });
  };

  const attach = async (terminalId: string, message: ViewerMessage & { type: 'attach' }): Promise<void> => {
    let watched = terminals.get(terminalId);
    if (!watched) {
      watched = { viewers: new Map(), batch: newBatch(terminalId), published: 0, stalled: false };
      terminals.set(terminalId, watched);
      const { result } = await client.call('watch', { terminalId });
      if (!result) {
        terminals.delete(terminalId);
        return publish(terminalId, 'exit', new Uint8Array(), { [TERMINAL_HEADERS.viewer]: message.viewer });
      }
      watched.published = Math.max(watched.published, result.offset);
    }
    const { viewer, cols, rows } = message;
    watched.viewers.set(viewer, {
      cols,
      rows,
      ackedOffset: watched.published,
      heardAt: performance.now(),
      needsScreen: true,
    });
    await applySize(terminalId);
    await sendScreen(terminalId, viewer);
  };

  const newBatch = (terminalId: string): OutputBatch =>
    createOutputBatch((bytes, offset) => {
      const watched = terminals.get(terminalId);
      if (!watched) return;
      if (!watched.stalled && !someoneKeepsUp(watched.viewers.values(), offset, VIEWER_WINDOW_BYTES)) {
        watched.stalled = true;
        for (const viewer of watched.viewers.values()) viewer.needsScreen = true;
      }
      if (watched.stalled) return;
      watched.published = offset + bytes.length;
      publish(terminalId, 'data', bytes, { [TERMINAL_HEADERS.offset]: offset });
    });

  const onViewer = async (terminalId: string, bytes: Uint8Array): Promise<void> => {
    const message = viewerMessage.parse(bytes);
    if (message.type === 'attach') return attach(terminalId, message);
    const viewer = terminals.get(terminalId)?.viewers.get(message.viewer);
    if (!viewer) {
      // It attached to a host before this one, or its lease ran out while it could not be heard.
      if (message.type === 'keepalive')
        publish(terminalId, 'unknown', new Uint8Array(), { [TERMINAL_HEADERS.viewer]: message.viewer });
      return;
    }
    viewer.heardAt = performance.now();
    if (message.type === 'detach') return forget(terminalId, message.viewer);
    if (message.type !== 'resize') return;
    viewer.cols = message.cols;
    viewer.rows = message.rows;
    await applySize(terminalId);
  };

  const onAck = async (terminalId: string, bytes: Uint8Array): Promise<void> => {
    const { viewer: viewerId, offset } = viewerAck.parse(bytes);
    const watched = terminals.get(terminalId);
    const viewer = watched?.viewers.get(viewerId);
    if (!watched || !viewer) return;
    viewer.heardAt = performance.now();
    viewer.ackedOffset = Math.max(viewer.ackedOffset, Math.min(offset, watched.published));
    const caughtUp = watched.published - viewer.ackedOffset <= VIEWER_WINDOW_BYTES / 2;
    if (viewer.needsScreen && caughtUp) await sendScreen(terminalId, viewerId);
  };

  const subscribe = (
    direction: 'in' | 'resize' | 'ack',
    handle: (terminalId: string, message: Msg) => Promise<void> | void,
  ): void => {
    const subscription = nc.subscribe(subjects.terminalsOf(hostId, direction), {
      callback: (error, message) => {
        const terminalId = message.subject.split('.')[4];
        if (error || terminalId === undefined) return;
        try {
          const done = handle(terminalId, message);
          done?.catch((failure: unknown) =>
            log.warn({ terminalId, error: String(failure) }, 'a viewer could not be served'),
          );
        } catch (failure) {
          log.warn({ terminalId, error: String(failure) }, 'a viewer’s message could not be read');
        }
      },
    });
    ended.addEventListener('abort', () => {
      if (!nc.isClosed()) subscription.unsubscribe();
    });
  };
  subscribe('in', (terminalId, message) => client.write(terminalId, message.data));
  subscribe('resize', (terminalId, message) => onViewer(terminalId, message.data));
  subscribe('ack', (terminalId, message) => onAck(terminalId, message.data));

  const stopListening = client.onNotice((notice, body) => {
    if (notice.notice === 'output') terminals.get(notice.terminalId)?.batch.add(body, notice.offset);
    if (notice.notice === 'skipped') {
      for (const viewerId of terminals.get(notice.terminalId)?.viewers.keys() ?? []) {
        sendScreen(notice.terminalId, viewerId).catch(() => undefined);
      }
    }
    if (notice.notice === 'closed' && terminals.has(notice.terminalId)) {
      terminals.get(notice.terminalId)!.batch.close();
      terminals.delete(notice.terminalId);
      publish(notice.terminalId, 'exit', new Uint8Array());
    }
  });

  const lease = setInterval(() => {
    const oldest = performance.now() - VIEWER_LEASE_MS;
    for (const [terminalId, { viewers }] of terminals) {
      for (const [viewerId, { heardAt }] of viewers) {
        if (heardAt < oldest) forget(terminalId, viewerId).catch(() => undefined);
      }
    }
  }, LEASE_CHECK_MS);
  ended.addEventListener('abort', () => {
    clearInterval(lease);
    stopListening();
    for (const [terminalId, watched] of terminals) {
      watched.batch.close();
      client.call('unwatch', { terminalId }).catch(() => undefined);
    }
    terminals.clear();
  });
}
