import { sameProcess, type Cli, type HookData, type ProcessIdentity } from '@pitwall/contracts';
import type { HostView, LinkedCard } from './host-view.js';

/** An agent and what started it. */
export interface Started {
  readonly cli: Cli;
  readonly parent: ProcessIdentity | undefined;
}

/**
 * The card of an agent's launcher: a script that is called like the CLI and starts it as another process, as npm
 * installs Codex. A look at all processes in that moment takes the launcher for the agent (M-03).
 */
export function launcherCard(view: HostView, { cli, parent }: Started): LinkedCard | undefined {
  const card = parent && view.cardOfAgent(parent);
  return card?.scanned === true && card.current === null && card.cli === cli ? card : undefined;
}

/** A hook brings all processes above itself, its agent among them. */
export function startedBy({ cli, process, ancestors }: HookData): Started {
  const at = ancestors.findIndex((one) => sameProcess(one, process));
  return { cli, parent: at < 0 ? undefined : ancestors[at + 1] };
}
