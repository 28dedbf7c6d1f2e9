import { z } from 'zod';

const ms = (standard: number) => z.number().int().min(1).max(86_400_000).default(standard);

/** Every waiting time of the rules, in ms; the names are those of config.json. */
export const timers = z.strictObject({
  promptingQuiet: ms(30_000),
  waitingIdle: ms(300_000),
  dialogIdle: ms(600_000),
  workingIdle: ms(900_000),
  connectingIdle: ms(30_000),
  resumeWindow: ms(120_000),
  folderWindow: ms(60_000),
  teamWindow: ms(10_000),
  teamRemoval: ms(15_000),
  toolFast: ms(3_000),
  toolUserInput: ms(3_000),
  toolMedium: ms(15_000),
  toolSlow: ms(8_000),
  waitCycle: ms(30_000),
  idleFinish: ms(3_600_000),
  /** 0 = off, else 900000 to 14400000 (checked with `testing` by the config file). */
  sleepIdle: z.number().int().min(0).max(14_400_000).default(0),
});
export type Timers = z.infer<typeof timers>;
export const STANDARD_TIMERS: Timers = timers.parse({});
