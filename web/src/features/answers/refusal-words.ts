import type { GatewayError } from '../../app/gateway.js';

export interface RefusalWords {
  readonly text: string;
  /** Whether the same answer may be given again. */
  readonly again: boolean;
  /** Whether the terminal is the place to go on. */
  readonly terminal: boolean;
}

/** What a refused answer means here, and what to do. */
export function refusalWords({ code, message, hint }: GatewayError): RefusalWords {
  switch (code) {
    case 'REQUEST_NOT_OPEN':
      return { text: 'Too late: it was answered or has gone. Nothing was sent.', again: false, terminal: false };
    case 'ALREADY_ANSWERED':
      return { text: `${message} Nothing was sent.`, again: false, terminal: false };
    case 'NOT_ANSWERABLE':
      return { text: 'This one can only be answered in its terminal. Nothing was sent.', again: false, terminal: true };
    case 'HOST_UNREACHABLE':
      return {
        text: `${message} Nothing was sent; the agent still waits. Try again when the host is back.`,
        again: true,
        terminal: false,
      };
    case 'NOT_REACHABLE':
      return {
        text: 'Pitwall does not answer, so it is not known whether this arrived. The same answer counts once: try again.',
        again: true,
        terminal: false,
      };
    case 'NO_ALWAYS':
      return { text: 'The agent offers no "always" here any more. Allow it once.', again: true, terminal: false };
    default:
      return { text: `${message} ${hint}`.trim(), again: true, terminal: false };
  }
}
