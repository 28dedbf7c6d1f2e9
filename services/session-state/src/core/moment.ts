/** Where and when an event stands: its place in the host's log, host time and wall clock. */
export interface Moment {
  readonly hostSeq: number;
  readonly t: number;
  readonly at: number;
}
