import type {
  Cli,
  CliSessionId,
  HostId,
  MatchStep,
  ProcessIdentity,
  SessionId,
  TeamId,
  TerminalId,
} from '@pitwall/contracts';
import type { Leading, Membership } from './team-roster.js';
import type { PlacedFact } from './routed.js';

/** A resume that was typed into a terminal and that no hook has answered yet. */
export interface PendingResume {
  readonly sessionId: SessionId;
  readonly cliSessionId: CliSessionId;
  /** Host time at which it was typed. */
  readonly t: number;
}

/** A terminal that Pitwall opened on this host. */
export interface Terminal {
  readonly terminalId: TerminalId;
  readonly cli: Cli;
  /** A real path. */
  readonly cwd: string;
  /** Its card. */
  readonly sessionId: SessionId;
  /** The conversation id that was chosen for its launch. */
  readonly chosen: CliSessionId | null;
  readonly openedT: number;
  readonly open: boolean;
  readonly shell?: ProcessIdentity;
  /** A conversation has been linked to it: folders say nothing about it any more. */
  readonly taken?: boolean;
  readonly resume?: PendingResume | null;
}

/** A card as the matcher sees it: which conversation it shows, and whether somebody is at work there. */
export interface LinkedCard {
  readonly sessionId: SessionId;
  readonly cli: Cli;
  readonly cwd: string;
  /** The agent's folder as a real path, where a hook or a scan has told it. */
  readonly folder?: string | null;
  readonly terminalId: TerminalId | null;
  readonly current: CliSessionId | null;
  /** Conversations that the card has left behind, newest last. */
  readonly aliases: readonly CliSessionId[];
  readonly step: MatchStep | null;
  readonly process: ProcessIdentity | null;
  /** The current conversation has begun and not ended, and its process is not known to be gone. */
  readonly live: boolean;
  /** It ended by clear or resume: the agent goes on, and its next SessionStart says as what. */
  readonly goesOn?: boolean;
  /** A scan has found its process, and no conversation of it is known yet (M-03). */
  readonly scanned?: boolean;
  /** Its conversation is known from a scan alone: no hook has told of it. */
  readonly fromScan?: boolean;
  /** A terminal that is not its own, whose id its hooks name: a second agent there, or moved by hand (M-06). */
  readonly beside?: TerminalId | null;
  /** Number in the session's log from which on its current conversation is told; null: none. */
  readonly linkedSeq?: number | null;
  readonly linkedId?: CliSessionId | null;
  /** The same for a conversation that was only guessed to be in its terminal, by steps 4 to 6. */
  readonly weakFrom?: number | null;
  /** Host time of its newest SubagentStart: a teammate of it may be about to begin. */
  readonly spawnedT?: number | null;
  readonly member?: Membership | null;
  readonly team?: Leading | null;
  /** Number of the newest event in the session's log. */
  readonly seq: number;
}

/** An agent is there, as far as is known. */
export const hasAgent = (card: LinkedCard): boolean => card.live || card.goesOn === true || card.scanned === true;

/** What is known of one host, as far as the events at hand can touch it. */
export interface HostView {
  readonly hostId: HostId;
  readonly team: TeamId;
  terminal(id: TerminalId): Terminal | undefined;
  openTerminals(): readonly Terminal[];
  card(id: SessionId): LinkedCard | undefined;
  /** Cards with an agent, oldest first. */
  agents(): readonly LinkedCard[];
  /** The card whose current conversation this is. */
  cardOfSession(id: CliSessionId): LinkedCard | undefined;
  /** The card that has left this conversation behind. */
  cardOfAlias(id: CliSessionId): LinkedCard | undefined;
  /** The card whose agent is this process, at work or between two conversations. */
  cardOfAgent(process: ProcessIdentity): LinkedCard | undefined;
  /** The card that knows this process, also one whose conversation has ended. */
  cardOfProcess(process: ProcessIdentity): LinkedCard | undefined;
  /** A session's log from that number on; asked only for a conversation that moves. */
  logSince(id: SessionId, seq: number): readonly PlacedFact[];
}
