/** Where an outbox row was found in its stream: [outbox id, stream sequence]. */
export type OutboxPlace = readonly [id: number, seq: number];

/**
 * Adds the newest place and thins out the past: distances about double, so that a few dozen pairs reach back over all
 * rows, and going back to the last one that is still in the stream repeats at most twice what is missing.
 */
export function withPlace(places: readonly OutboxPlace[], place: OutboxPlace): OutboxPlace[] {
  const older = places.filter(([id]) => id < place[0]);
  const kept: OutboxPlace[] = [place];
  let newer = 0;
  older.forEach((old, index) => {
    const next = older[index + 1];
    // Without it the step from its newer to its older neighbour would more than double the distance.
    if (next === undefined || place[0] - next[0] > 2 * newer) {
      kept.push(old);
      newer = place[0] - old[0];
    }
  });
  return kept;
}

/** A row is known by its shard and its id in it. */
export interface RowPlace {
  readonly schema: string;
  readonly shard: number;
  readonly id: number;
}

const nameOf = ({ schema, shard, id }: RowPlace): string => `${schema}-${shard}-${id}`;

/** The message id of an outbox row; `resend` (≥ 1) keeps NATS from taking a repetition for a duplicate. */
export const outboxMsgId = (row: RowPlace, resend?: number): string =>
  resend === undefined ? nameOf(row) : `${nameOf(row)}.r${resend}`;

/** Whether a message id found in a stream is that of the row, sent for the first time or again. */
export const isMsgIdOf = (msgId: string | undefined, row: RowPlace): boolean =>
  msgId !== undefined && msgId.replace(/\.r\d+$/, '') === nameOf(row);
