import type { HostFact, TerminalId } from '@pitwall/contracts';
import { readJsonFile, writeFileAtomic } from '../atomic-file.js';
import type { OpenParams, TerminalRow } from '../control/protocol.js';
import { terminalEnvironment } from '../core/terminal-environment.js';
import type { Size } from '../core/viewers.js';
import type { Processes } from '../os/processes.js';
import type { CommandJournal } from './command-journal.js';
import { endProcesses } from './end-processes.js';
import type { Terminal } from './terminal.js';

/** A hook of a terminal that has just ended (SessionEnd) may still be on its way. */
const TOKEN_GRACE_MS = 60_000;

export class TerminalUnknown extends Error {
  constructor(terminalId: string) {
    super(`the terminal ${terminalId} isn't open on this host`);
    this.name = 'TerminalUnknown';
  }
}

export interface OpenTerminal {
  row: Omit<TerminalRow, 'lastOutputT' | 'cols' | 'rows'>;
  terminal: Terminal;
  lastOutputT: number | null;
}

export interface Terminals {
  /** Tells of the terminals that were open when the last pty-host ended: they ended with it. */
  closeFormer(): void;
  /** Opens a terminal; false when this command was done before. Throws when the pty can't be started. */
  open(params: OpenParams): Promise<boolean>;
  get(terminalId: string): OpenTerminal | null;
  /** Throws TerminalUnknown. */
  need(terminalId: string): OpenTerminal;
  list(): TerminalRow[];
  resize(terminalId: string, size: Size): boolean;
  /** Ends the terminal and every process in it. False: something could not be ended. */
  kill(terminalId: string): Promise<boolean>;
  shellPid(terminalId: string): number | null;
  /** The terminal whose hooks this token is good for. */
  terminalOfToken(token: string): string | null;
  onOutput(listener: (terminalId: string, bytes: Buffer, offset: number) => void): void;
  onOpened(listener: (terminalId: string) => void): void;
  onClosed(listener: (terminalId: string) => void): void;
  size(): number;
}

interface Deps {
  file: string;
  defaultShell: string;
  journal: CommandJournal;
  processes: Processes;
  append: (fact: HostFact) => void;
  hostT: () => number;
}

export function createTerminals(deps: Deps): Terminals {
  const { file, journal, processes, append, hostT } = deps;
  const open = new Map<string, OpenTerminal>();
  const tokens = new Map<string, string>();
  const killed = new Set<string>();
  const outputs: ((terminalId: string, bytes: Buffer, offset: number) => void)[] = [];
  const opened: ((terminalId: string) => void)[] = [];
  const closed: ((terminalId: string) => void)[] = [];

  const close = (
    terminalId: string,
    cause: 'exit' | 'stopped' | 'host-restart',
    exitCode: number | null,
    signal: number | null,
  ) =>
    append({
      event: 'terminal-closed',
      data: { terminalId: terminalId as TerminalId, cause, exitCode, signal },
    });

  const save = (opening: readonly string[] = []): void =>
    writeFileAtomic(file, JSON.stringify([...open.keys(), ...opening]), { sync: true });

  const need = (terminalId: string): OpenTerminal => {
    const found = open.get(terminalId);
    if (!found) throw new TerminalUnknown(terminalId);
    return found;
  };

  const onExit = (terminalId: string, token: string, exit: { exitCode: number; signal: number | null }): void => {
    open.get(terminalId)?.terminal.dispose();
    open.delete(terminalId);
    setTimeout(() => tokens.delete(token), TOKEN_GRACE_MS).unref();
    close(terminalId, killed.delete(terminalId) ? 'stopped' : 'exit', exit.exitCode, exit.signal);
    save();
    for (const listener of closed) listener(terminalId);
  };

  return {
    closeFormer: () => {
      const formerly = readJsonFile(file);
      if (!Array.isArray(formerly) || formerly.length === 0) return;
      for (const terminalId of formerly)
        if (typeof terminalId === 'string') close(terminalId, 'host-restart', null, null);
      save();
    },
    open: async (params) => {
      const { terminalId, sessionId, cli, cliSessionId, cwd } = params;
      if (open.has(terminalId) || !journal.begin(params.commandId)) return false;
      // Loaded with the first terminal: hooks are taken before this is read from disk.
      const { createTerminal } = await import('./terminal.js');
      save([terminalId]);
      let terminal: Terminal;
      try {
        terminal = createTerminal({
          shell: params.shell ?? deps.defaultShell,
          cwd,
          env: terminalEnvironment(params.env, terminalId),
          cols: params.cols,
          rows: params.rows,
        });
      } catch (error) {
        save();
        throw error;
      }
      const startTime = processes.read(terminal.shellPid)?.startTime ?? 'unknown';
      const shell = { pid: terminal.shellPid, startTime };
      const entry: OpenTerminal = { row: { terminalId, sessionId, cli, cwd, shell }, terminal, lastOutputT: null };
      open.set(terminalId, entry);
      tokens.set(params.hookToken, terminalId);
      append({
        event: 'terminal-opened',
        data: { terminalId, sessionId, cli, cwd, cliSessionId, shell } as (HostFact & {
          event: 'terminal-opened';
        })['data'],
      });
      for (const listener of opened) listener(terminalId);
      terminal.onOutput((bytes, offset) => {
        entry.lastOutputT = hostT();
        for (const listener of outputs) listener(terminalId, bytes, offset);
      });
      terminal.onExit((exit) => onExit(terminalId, params.hookToken, exit));
      terminal.typeAtPrompt(params.line);
      return true;
    },
    get: (terminalId) => open.get(terminalId) ?? null,
    need,
    list: () =>
      [...open.values()].map(({ row, terminal, lastOutputT }) => ({ ...row, ...terminal.size(), lastOutputT })),
    resize: (terminalId, size) => open.get(terminalId)?.terminal.resize(size) ?? false,
    kill: async (terminalId) => {
      const entry = open.get(terminalId);
      if (!entry) return true;
      killed.add(terminalId);
      return endProcesses(processes, entry.row.shell);
    },
    shellPid: (terminalId) => open.get(terminalId)?.row.shell.pid ?? null,
    terminalOfToken: (token) => tokens.get(token) ?? null,
    onOutput: (listener) => void outputs.push(listener),
    onOpened: (listener) => void opened.push(listener),
    onClosed: (listener) => void closed.push(listener),
    size: () => open.size,
  };
}
