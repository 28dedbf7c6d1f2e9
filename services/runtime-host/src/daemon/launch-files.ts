import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from '@pitwall/contracts';
import { writeFileAtomic } from '../atomic-file.js';
import { launchLine, launchScript } from '../core/launch-script.js';
import { claudeLaunchSettings } from '../core/launch-settings.js';
import { quoteSh } from '../core/quote-sh.js';
import type { HomePaths } from '../home-paths.js';

export interface LaunchRequest {
  terminalId: string;
  cli: Cli;
  hookToken: string;
  cliSessionId: string | null;
  model: string | null;
  permissionMode: string | null;
  prompt: string | null;
}

interface Deps {
  paths: HomePaths;
  commands: Readonly<Record<Cli, string>>;
  hookPort: () => number;
}

export interface LaunchFiles {
  /** Writes what a launch needs; returns the line that starts it in the terminal's shell. */
  write(request: LaunchRequest): string;
  /** Removes what belongs to no open terminal: the token in it is good for nothing any more. */
  sweep(openTerminals: ReadonlySet<string>): void;
}

/** A path is one word, whatever it holds; a command with arguments is taken as it is written. */
const commandWords = (command: string): string => (existsSync(command) ? quoteSh(command) : command);

export function createLaunchFiles({ paths, commands, hookPort }: Deps): LaunchFiles {
  const file = (terminalId: string, kind: string): string => join(paths.launch, `${terminalId}.${kind}`);
  return {
    write: ({ terminalId, ...request }) => {
      const settingsFile = request.cli === 'claude' ? file(terminalId, 'settings.json') : null;
      if (settingsFile !== null) {
        const settings = claudeLaunchSettings({ hookScript: paths.hookScript, hookPort: hookPort() });
        writeFileAtomic(settingsFile, JSON.stringify(settings, null, 2));
      }
      const script = launchScript({
        ...request,
        command: commandWords(commands[request.cli]),
        pidFile: file(terminalId, 'pid'),
        settingsFile,
      });
      writeFileAtomic(file(terminalId, 'sh'), script);
      return launchLine(file(terminalId, 'sh'));
    },
    sweep: (openTerminals) => {
      for (const name of readdirSync(paths.launch)) {
        const terminalId = name.slice(0, name.indexOf('.'));
        if (!openTerminals.has(terminalId)) rmSync(join(paths.launch, name), { force: true });
      }
    },
  };
}
