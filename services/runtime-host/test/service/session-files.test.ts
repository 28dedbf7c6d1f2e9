import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { followClaudeSessionFiles, type ClaudeSessionFiles } from '../../src/daemon/claude-session-files.js';
import { createLinuxProcesses } from '../../src/os/linux-processes.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

const processes = createLinuxProcesses();
const RECORDING = join(import.meta.dirname, '../../../../e2e/recordings/claude-2.1.197/session-registry-states.jsonl');

describe('X-27 Claude’s session files', () => {
  let folder: TempFolder;
  let agent: ChildProcess;
  let files: ClaudeSessionFiles;
  let seen: string[];
  beforeEach(() => {
    folder = tempFolder();
    agent = spawn('sleep', ['100']);
    seen = [];
    files = followClaudeSessionFiles({
      processes,
      onFile: ({ cliSessionId, state, detail }) =>
        seen.push([cliSessionId.slice(0, 8), state, detail].join(' ').trim()),
    });
  });
  afterEach(() => {
    files.close();
    agent.kill('SIGKILL');
    folder.remove();
  });

  const file = (pid = agent.pid!) => join(folder.path, 'sessions', `${pid}.json`);
  const record = (fields: object = {}, pid = agent.pid!) => ({
    ...{ pid, sessionId: 'session-1', procStart: processes.read(pid)?.startTime, entrypoint: 'cli' },
    ...{ status: 'busy', statusUpdatedAt: Date.now(), ...fields },
  });

  it('every state of a recorded session is seen, and its new id after /clear', async () => {
    mkdirSync(join(folder.path, 'sessions'));
    files.addFolder(folder.path);
    const recorded = readFileSync(RECORDING, 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) =>
          (
            JSON.parse(line) as {
              record: { pid: number; status?: string; waitingFor?: string; sessionId: string } | null;
            }
          ).record,
      )
      .filter((entry) => entry?.pid === 7467)
      .map((entry) => entry!);
    for (const { sessionId, status, waitingFor, ...rest } of recorded) {
      const said = [sessionId.slice(0, 8), status, waitingFor].join(' ').trim();
      writeFileSync(
        file(),
        JSON.stringify(
          record({ ...rest, ...{ sessionId, status, waitingFor, pid: agent.pid, procStart: record().procStart } }),
        ),
      );
      await eventually(() => seen.at(-1) === said);
      if (waitingFor) expect(files.ofProcess(agent.pid!)?.detail).toBe(waitingFor);
    }
    expect(files.ofProcess(agent.pid!)?.cliSessionId).toBe(recorded.at(-1)!.sessionId);
  });

  it('a folder that Claude makes later is found, a half-written file read when it is whole', async () => {
    files.addFolder(folder.path);
    mkdirSync(join(folder.path, 'sessions'));
    const text = JSON.stringify(record());
    writeFileSync(file(), text.slice(0, 30));
    await eventually(() => (files.reread({ pid: agent.pid!, cliSessionId: null }), true));
    expect(seen).toEqual([]);
    writeFileSync(file(), text);
    await eventually(() => seen.includes('session- busy'));
    writeFileSync(`${file()}.tmp`, JSON.stringify(record({ status: 'idle' })));
    renameSync(`${file()}.tmp`, file());
    await eventually(() => seen.at(-1) === 'session- idle');
  });

  it('S-09 a file left behind by SIGKILL, or by another process of that pid, says nothing', async () => {
    mkdirSync(join(folder.path, 'sessions'));
    writeFileSync(file(), JSON.stringify(record({ procStart: '1' })));
    const dead = spawn('true');
    await new Promise((resolve) => dead.on('exit', resolve));
    writeFileSync(file(dead.pid), JSON.stringify(record({ procStart: '5' }, dead.pid)));
    writeFileSync(file(process.pid), JSON.stringify(record({ pid: agent.pid })));
    files.addFolder(folder.path);
    expect(seen).toEqual([]);
    writeFileSync(file(), JSON.stringify(record()));
    await eventually(() => seen.length === 1);
    rmSync(file());
    await eventually(() => files.ofProcess(agent.pid!) === null);
  });

  it('is read anew when asked, before anything told of the change', () => {
    mkdirSync(join(folder.path, 'sessions'));
    files.addFolder(folder.path);
    writeFileSync(file(), JSON.stringify(record()));
    files.reread({ pid: agent.pid!, cliSessionId: null });
    writeFileSync(file(), JSON.stringify(record({ status: 'idle' })));
    files.reread({ pid: null, cliSessionId: 'session-1' });
    expect(seen).toEqual(['session- busy', 'session- idle']);
  });
});
