import type { HostFact } from '@pitwall/contracts';
import { hookFact } from '../../e2e/support/hook-fact.js';

const FOLDER = '/projects/bench';

/** A prompt whose text is the number of the event. */
export const promptOf = (session: string, n: number) => ({
  session_id: session,
  cwd: FOLDER,
  hook_event_name: 'UserPromptSubmit',
  prompt: String(n),
});

export const promptFact = (session: string, n: number): HostFact => hookFact(promptOf(session, n), FOLDER);
