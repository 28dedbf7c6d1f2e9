import type { CliSessionId, HostFact } from '@pitwall/contracts';

/** A prompt of a session that somebody started elsewhere; its text is the number of the event. */
export const promptFact = (session: string, n: number): HostFact => ({
  event: 'hook',
  data: {
    cli: 'claude',
    payload: {
      session_id: session as CliSessionId,
      hook_event_name: 'UserPromptSubmit',
      cwd: '/projects/bench',
      prompt: String(n),
    },
    via: 'http',
    terminalId: null,
    folder: '/projects/bench',
    entrypoint: 'cli',
    parentSession: null,
    termProgram: 'vscode',
    process: null,
    hasTty: true,
    ancestors: [],
    requestId: null,
    truncated: false,
  },
});
