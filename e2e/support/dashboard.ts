import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Card } from '@pitwall/contracts';

/** A dashboard's side of the subscription: the newest card of every session, over reconnects without a reload. */
export interface Dashboard {
  readonly cards: ReadonlyMap<string, Card>;
  /** Called with each card as it comes. */
  onCard(listener: (card: Card) => void): void;
  close(): Promise<void>;
}

/** What the dashboard asks of a session. */
export const SESSION_FIELDS = `id team title cli origin originLabel hostId terminalId cliSessionId cwd model effort permissionMode status
  statusReason { rule event at guess quiet next { status at } } lifecycle marks match { step evidence }
  runs { cliSessionId startedAt endedAt }
  subagents { id type task status toolCount startedAt endedAt transcriptPath } agentTeam { leaderId memberIds }
  requests { id kind tool input inputRef askedAt always answerable subagentId } now { kind tool text }
  queue { turnId kind text phase } room archived shared handsOff central memoryBytes memoryMeasure projects agent
  sourceSessionId createdAt lastSignalAt revision`;

const RETRY_MS = 200;

export function openDashboard({ url, token }: { url: string; token: string }): Dashboard {
  class AuthorisedSocket extends WebSocket {
    constructor(address: string, protocols?: string | string[]) {
      super(address, protocols, { headers: { authorization: `Bearer ${token}` } });
    }
  }
  const cards = new Map<string, Card>();
  let failure: unknown = null;
  const listeners: ((card: Card) => void)[] = [];
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: AuthorisedSocket,
    retryAttempts: Infinity,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
    shouldRetry: () => true,
  });
  client.subscribe<{ sessions: Card }>(
    { query: `subscription { sessions(includeEnded: true) { ${SESSION_FIELDS} } }` },
    {
      next: ({ data }) => {
        if (!data) return;
        const card = data.sessions;
        const known = cards.get(card.id);
        if (known && known.revision >= card.revision) return;
        cards.set(card.id, card);
        for (const listener of listeners) listener(card);
      },
      error: (error) => void (failure = error),
      complete: () => undefined,
    },
  );
  return {
    get cards() {
      if (failure !== null) throw new Error(`the subscription failed: ${JSON.stringify(failure)}`);
      return cards;
    },
    onCard: (listener) => void listeners.push(listener),
    close: async () => {
      await client.dispose();
    },
  };
}
