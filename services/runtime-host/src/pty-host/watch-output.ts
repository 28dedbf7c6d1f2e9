import type { Peer } from './control-server.js';
import type { Terminals } from './terminals.js';

/** Hands a terminal's output to the connections that asked for it; one that doesn't read is skipped, never waited for. */
export function watchOutput(terminals: Terminals): {
  add(terminalId: string, peer: Peer): void;
  remove(terminalId: string, peer: Peer): void;
} {
  const watchers = new Map<string, Map<Peer, { skipped: boolean }>>();

  const remove = (terminalId: string, peer: Peer): void => {
    const peers = watchers.get(terminalId);
    peers?.delete(peer);
    if (peers?.size === 0) watchers.delete(terminalId);
  };

  terminals.onOutput((terminalId, bytes, offset) => {
    for (const [peer, state] of watchers.get(terminalId) ?? []) {
      if (state.skipped) continue;
      state.skipped = !peer.offer({ notice: 'output', terminalId, offset }, bytes);
    }
  });
  terminals.onClosed((terminalId) => watchers.delete(terminalId));

  const known = new WeakSet<Peer>();
  /** Once it reads again, it's told that something is missing; output goes on from there. */
  const onDrain = (peer: Peer): void => {
    for (const [terminalId, peers] of watchers) {
      const state = peers.get(peer);
      if (!state?.skipped) continue;
      state.skipped = false;
      peer.notify({ notice: 'skipped', terminalId });
    }
  };

  return {
    add: (terminalId, peer) => {
      if (!known.has(peer)) {
        known.add(peer);
        peer.onDrain(() => onDrain(peer));
        peer.ended.addEventListener('abort', () => {
          for (const watched of [...watchers.keys()]) remove(watched, peer);
        });
      }
      const peers = watchers.get(terminalId) ?? new Map<Peer, { skipped: boolean }>();
      watchers.set(terminalId, peers.set(peer, { skipped: false }));
    },
    remove,
  };
}
