/** Keys of the terminal as events: what was submitted, and single keys while a dialog is open. */
const PASTE_BEGINS = '\x1b[200~';
const PASTE_ENDS = '\x1b[201~';
const EXIT_WITHIN_MS = 2000;

/**
 * `onSubmit(text)`, `onKey(key)` while `hasDialog()`, `onInterrupt()` and `onLeave()` at the first and the second of two
 * Ctrl-C or Ctrl-D; `echo(text)` shows what is being typed.
 */
export function createKeyboard({ onSubmit, onKey, onInterrupt, onLeave, hasDialog, echo }) {
  let line = '';
  let pending = '';
  let isPasting = false;
  let leftAt = 0;

  const leave = () => {
    if (Date.now() - leftAt < EXIT_WITHIN_MS) return onLeave();
    leftAt = Date.now();
    line = '';
    onInterrupt();
    echo('\r\n(press again to exit)\r\n> ');
  };

  const press = (key) => {
    if (key === '\x03' || key === '\x04') return leave();
    if (hasDialog()) return onKey(key);
    if (key === '\x15') line = '';
    else if (key === '\r') {
      const text = line;
      line = '';
      onSubmit(text);
    } else if (key >= ' ' || key === '\n') {
      line += key;
      echo(key);
    }
  };

  const paste = (text) => {
    line += text.replaceAll('\r', '\n');
    echo(text.replaceAll('\r', '\r\n'));
  };

  return (data) => {
    pending += data;
    while (pending !== '') {
      if (isPasting) {
        const end = pending.indexOf(PASTE_ENDS);
        if (end < 0) return;
        paste(pending.slice(0, end));
        pending = pending.slice(end + PASTE_ENDS.length);
        isPasting = false;
      } else if (pending.startsWith(PASTE_BEGINS)) {
        isPasting = true;
        pending = pending.slice(PASTE_BEGINS.length);
      } else {
        press(pending[0]);
        pending = pending.slice(1);
      }
    }
  };
}
