import type { CommandId, HookPayload, HostFact, RequestId, SessionId, TerminalId } from '@pitwall/contracts';
import type { AnswerParams } from '../control/protocol.js';
import { closesRequest, decisionBody, requestKey, type RequestKey } from '../core/held-request.js';
import type { CommandJournal } from './command-journal.js';

interface Held {
  requestId: string;
  terminalId: string | null;
  key: RequestKey;
  reply: (body: string) => void;
}

export interface HeldRequests {
  /** Keeps a dialog's hook open; `reply` is called once. Returns what to call when the CLI takes the request back. */
  hold(request: {
    requestId: string;
    terminalId: string | null;
    payload: HookPayload;
    reply: Held['reply'];
  }): () => void;
  /** A later hook may show that dialogs were closed at the terminal. */
  see(payload: HookPayload): void;
  /** The first answer wins. False: the dialog was no longer open here. */
  answer(params: AnswerParams): boolean;
  /** Whether a dialog of this terminal is open. */
  isOpenIn(terminalId: string): boolean;
  size(): number;
}

interface Deps {
  journal: CommandJournal;
  append: (fact: HostFact) => void;
}

/** Permission dialogs whose hook is held open, so that they can be answered from outside. */
export function createHeldRequests({ journal, append }: Deps): HeldRequests {
  const open = new Map<string, Held>();
  const answeredBy = new Map<string, boolean>();

  const finish = (held: Held, body: string): void => {
    open.delete(held.requestId);
    held.reply(body);
  };

  return {
    hold: ({ requestId, terminalId, payload, reply }) => {
      const held: Held = { requestId, terminalId, key: requestKey(payload), reply };
      open.set(requestId, held);
      return () => {
        if (!open.delete(requestId)) return;
        append({
          event: 'request-withdrawn',
          data: {
            requestId: requestId as RequestId,
            cliSessionId: payload.session_id,
            terminalId: terminalId as TerminalId | null,
          },
        });
      };
    },
    see: (payload) => {
      if (open.size === 0) return;
      for (const held of [...open.values()]) if (closesRequest(held.key, payload)) finish(held, '{}');
    },
    answer: ({ commandId, sessionId, requestId, ...decision }) => {
      // A command that came again is told what became of it the first time.
      if (!journal.begin(commandId)) return answeredBy.get(commandId) ?? false;
      const held = open.get(requestId);
      if (held) finish(held, decisionBody(decision));
      const delivered = held !== undefined;
      answeredBy.set(commandId, delivered);
      append({
        event: 'request-answered',
        data: {
          sessionId: sessionId as SessionId,
          requestId: requestId as RequestId,
          commandId: commandId as CommandId,
          behavior: decision.behavior,
          delivered,
        },
      });
      return delivered;
    },
    isOpenIn: (terminalId) => [...open.values()].some((held) => held.terminalId === terminalId),
    size: () => open.size,
  };
}
