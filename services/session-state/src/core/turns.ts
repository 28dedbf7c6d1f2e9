import { cutText, type HookPayload, type SessionEventOf } from '@pitwall/contracts';
import { payloadText } from './payload-text.js';
import { RECENT_KEPT, type Session } from './session.js';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A long prompt travels by reference, so that only its beginning can be compared. */
function isTextOf(payload: HookPayload, text: string): boolean {
  const seen = plain(payloadText(payload, 'prompt'));
  return typeof payload['prompt'] === 'string' ? seen === plain(text) : seen !== '' && plain(text).startsWith(seen);
}

/** a prompt that another install of the hooks has told already. */
export function isKnownPrompt(session: Session, payload: HookPayload): boolean {
  const id = payload.prompt_id ?? payload.turn_id;
  if (id === undefined) return false;
  // One turn of Codex may be steered by a second prompt.
  const key = `${id} ${cutText(payloadText(payload, 'prompt'), 40)}`;
  if (session.prompts.includes(key)) return true;
  session.prompts = [...session.prompts, key].slice(-RECENT_KEPT);
  return false;
}

/** a typed turn is acknowledged by the prompt with its text; what a person types themselves takes no other's away. */
export function acknowledgeTurn(session: Session, payload: HookPayload): void {
  const turn = session.turns.find((one) => one.phase !== 'failed' && isTextOf(payload, one.text));
  session.turns = session.turns.filter((one) => one !== turn && one.phase !== 'failed');
}

/** The agent rests, or is another one: what was typed and never came back as a prompt will not come any more. */
export function dropDelivered(session: Session): void {
  session.turns = session.turns.filter((turn) => turn.phase !== 'delivered');
}

export function turnTyped(session: Session, { data }: SessionEventOf<'turn-typed'>): null {
  return setPhase(session, data.turnId, 'delivered');
}

export function turnRefused(session: Session, { data }: SessionEventOf<'turn-refused'>): null {
  return setPhase(session, data.turnId, 'failed');
}

function setPhase(session: Session, turnId: string, phase: 'delivered' | 'failed'): null {
  const turn = session.turns.find((one) => one.turnId === turnId);
  if (turn) turn.phase = phase;
  return null;
}
