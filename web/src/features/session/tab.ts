/** Parts of a session's page, as they stand in its address. */
export type Tab = 'terminal' | 'activity';
