/** The element of a stop of the board's cursor. */
export const optionId = (stop: string): string => `board-${stop}`;
