/** Ctrl-U, twice: after an interruption the CLI puts the old prompt back into its box, on two lines at times. */
export const CLEAR_INPUT = '\x15\x15';
export const ENTER = '\r';
/** ms between clearing and the text: of what comes in one piece Claude puts the text into the box as it last drew it. */
export const CLEARED_MS = 200;

/** ms between text and Enter: the CLI has to take the text in first; a slash command opens a menu that swallows Enter. */
const SETTLE_MS = 500;
const SETTLE_SLASH_MS = 800;

export type TurnKeys = { ok: true; text: string; settleMs: number } | { ok: false; reason: string };

// eslint-disable-next-line no-control-regex -- keys that a text must not press
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f]/g;

/** How a prompt is typed. A text can't press keys: control characters, so also the end of the paste, are left out. */
export function turnKeys(text: string, bracketedPaste: boolean): TurnKeys {
  const plain = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(CONTROLS, '');
  if (plain.trim() === '') return { ok: false, reason: 'the text is empty' };
  const settleMs = plain.startsWith('/') ? SETTLE_SLASH_MS : SETTLE_MS;
  if (bracketedPaste) return { ok: true, text: `\x1b[200~${plain.replaceAll('\n', '\r')}\x1b[201~`, settleMs };
  if (plain.includes('\n')) {
    return {
      ok: false,
      reason: 'what runs in the terminal takes no pasted text, so several lines would be several turns',
    };
  }
  return { ok: true, text: plain, settleMs };
}
