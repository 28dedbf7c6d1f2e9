import type { Card, HistoryEntry } from '@pitwall/contracts';

/** A session as `--json` prints it. */
export type Session = Card & { readonly pinned: boolean; readonly muted: boolean; readonly alert: boolean };

export type History = readonly HistoryEntry[];

/** "approval A-05 PermissionRequest for Bash": what a history line says, without its time. */
export const inWords = ({ status, reason }: HistoryEntry): string => `${status} ${reason.rule} ${reason.event}`;
