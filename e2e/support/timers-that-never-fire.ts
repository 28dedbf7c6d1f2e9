/** A day: where two runs are compared, no timer may have a say. */
const NEVER = 86_400_000;

const NAMES = [
  ...['promptingQuiet', 'waitingIdle', 'dialogIdle', 'workingIdle', 'connectingIdle', 'teamRemoval'],
  ...['toolFast', 'toolUserInput', 'toolMedium', 'toolSlow'],
];

export const TIMERS_THAT_NEVER_FIRE: Readonly<Record<string, number>> = Object.fromEntries(
  NAMES.map((name) => [name, NEVER]),
);
