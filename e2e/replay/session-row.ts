/** The team of a session as session-state keeps it. */
export interface AgentTeamRow {
  readonly leaderId: string;
  readonly members: readonly { readonly sessionId: string }[];
}

/** What session-state knows of a session once everything appended is reduced. */
export interface SessionRow {
  readonly id: string;
  /** Host time at which something happens by itself, ms; null: never. */
  readonly dueT: number | null;
  readonly team: AgentTeamRow | null;
  readonly revision: number;
}
