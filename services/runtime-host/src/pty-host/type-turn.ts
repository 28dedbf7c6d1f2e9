import type { CommandId, HostFact, SessionId, TerminalId, TurnId } from '@pitwall/contracts';
import type { Methods, TypeParams } from '../control/protocol.js';
import { CLEARED_MS, CLEAR_INPUT, ENTER, turnKeys } from '../core/turn-keys.js';
import type { Processes } from '../os/processes.js';
import type { CommandJournal } from './command-journal.js';
import type { OpenTerminal, Terminals } from './terminals.js';

interface Deps {
  terminals: Terminals;
  journal: CommandJournal;
  processes: Processes;
  append: (fact: HostFact) => void;
  /** Whether a permission dialog is open in a terminal: Enter would answer it. */
  hasDialog: (terminalId: string) => boolean;
  wait: (ms: number) => Promise<void>;
}

const DIALOG = 'a dialog has opened in the terminal, which the text would answer: answer it first';

type Result = Methods['type']['result'];

/** Types turns, one at a time per terminal, each once: what was begun before a crash is not typed again. */
export function createTurnTyper(deps: Deps): (params: TypeParams) => Promise<Result> {
  const { terminals, journal, processes, append, hasDialog, wait } = deps;
  const queues = new Map<string, Promise<unknown>>();

  const refuse = (params: TypeParams, reason: string): Result => {
    append({ event: 'turn-refused', data: { ...ids(params), reason } });
    return { outcome: 'refused' };
  };

  const type = async (params: TypeParams): Promise<Result> => {
    if (!journal.begin(params.commandId)) return { outcome: 'already' };
    const entry = terminals.get(params.terminalId);
    if (!entry) return refuse(params, 'the terminal is closed: resume the session first');
    if (shellWaits(processes, entry)) {
      return refuse(
        params,
        'the agent has left this terminal and its shell would run the text: resume the session first',
      );
    }
    if (hasDialog(params.terminalId)) return refuse(params, DIALOG);
    const keys = turnKeys(params.text, entry.terminal.screen.bracketedPaste());
    if (!keys.ok) return refuse(params, keys.reason);
    const pieces = [
      { text: CLEAR_INPUT, settleMs: CLEARED_MS },
      { text: keys.text, settleMs: keys.settleMs },
    ];
    for (const { text, settleMs } of pieces) {
      entry.terminal.write(text);
      // A program that is busy takes it in later; the pause that it needs begins then.
      await entry.terminal.taken();
      await wait(settleMs);
      if (terminals.get(params.terminalId) !== entry)
        return refuse(params, 'the terminal closed while the text was typed');
      if (hasDialog(params.terminalId)) return refuse(params, DIALOG);
    }
    entry.terminal.write(ENTER);
    append({ event: 'turn-typed', data: ids(params) });
    return { outcome: 'typed' };
  };

  return (params) => {
    const before = queues.get(params.terminalId) ?? Promise.resolve();
    const mine = before.then(() => type(params));
    const settled = mine.catch(() => undefined);
    queues.set(params.terminalId, settled);
    void settled.then(() => {
      if (queues.get(params.terminalId) === settled) queues.delete(params.terminalId);
    });
    return mine;
  };
}

/** The shell itself reads the keys: no program is in the foreground. */
function shellWaits(processes: Processes, { row }: OpenTerminal): boolean {
  const shell = processes.read(row.shell.pid);
  return shell !== null && shell.foregroundGroup !== null && shell.foregroundGroup === shell.pgid;
}

const ids = (params: TypeParams) => ({
  terminalId: params.terminalId as TerminalId,
  sessionId: params.sessionId as SessionId,
  turnId: params.turnId as TurnId,
  commandId: params.commandId as CommandId,
});
