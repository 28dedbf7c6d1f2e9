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

/** A terminal that Pitwall opened on this host. */
export interface Terminal {
  readonly terminalId: TerminalId;
  readonly cli: Cli;
  readonly cwd: string;
  /** Its card. */
  readonly sessionId: SessionId;
  /** The conversation id that was chosen for its launch. */
  readonly chosen: CliSessionId | null;
  readonly openedT: number;
  readonly open: boolean;
}

/** A card as the matcher sees it: which conversation it shows, and whether somebody is at work there. */
export interface LinkedCard {
  readonly sessionId: SessionId;
  readonly cli: Cli;
  readonly cwd: string;
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
  /** Number of the newest event in the session's log. */
  readonly seq: number;
}

/** An agent is there, as far as is known. */
export const hasAgent = (card: LinkedCard): boolean => card.live || card.goesOn === true;

/** What is known of one host, as far as the events at hand can touch it. */
export interface HostView {
  readonly hostId: HostId;
  readonly team: TeamId;
  terminal(id: TerminalId): Terminal | undefined;
  card(id: SessionId): LinkedCard | undefined;
  /** The card whose current conversation this is. */
  cardOfSession(id: CliSessionId): LinkedCard | undefined;
  /** The card that has left this conversation behind. */
  cardOfAlias(id: CliSessionId): LinkedCard | undefined;
  /** The card whose agent is this process, at work or between two conversations. */
  cardOfAgent(process: ProcessIdentity): LinkedCard | undefined;
}
