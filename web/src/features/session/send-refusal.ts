import type { GatewayError } from '../../app/gateway.js';

/** Why a prompt was not sent, and what to do. */
export function sendRefusal({ code, message, hint }: GatewayError): string {
  switch (code) {
    case 'DIALOG_OPEN':
      return 'Not sent: it waits for an answer, and a prompt would be typed into that dialog. Answer it first.';
    case 'AGENT_NOT_READY':
      return 'Not sent: the agent has not reported yet. Look at the terminal: it may wait at a setup, trust or login screen.';
    case 'TERMINAL_NOT_OPEN':
      return 'Not sent: its terminal has ended.';
    case 'HOST_UNREACHABLE':
      return `Not sent: ${message} Send it again when the host is back.`;
    case 'NOT_REACHABLE':
      return 'Pitwall does not answer, so it is not known whether this arrived. The same text counts once: send it again.';
    default:
      return `Not sent: ${message} ${hint}`.trim();
  }
}
