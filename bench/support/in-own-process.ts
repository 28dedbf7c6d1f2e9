import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startChainFloor } from './chain-floor.js';

const FLOOR = 'floor';

export interface FloorProcess {
  readonly port: number;
  readonly natsUrl: string;
  stop(): Promise<void>;
}

/** The floor must not share its event loop with what measures it; the same file runs both. */
export async function startFloorProcess(): Promise<FloorProcess> {
  const child = fork(process.argv[1]!, [FLOOR], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [place] = (await once(child, 'message')) as [Pick<FloorProcess, 'port' | 'natsUrl'>];
  return {
    ...place,
    stop: async () => {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

/** Runs the floor instead of the benchmark when this process was started for it; then it never returns. */
export async function runAsFloor(): Promise<void> {
  if (process.argv[2] !== FLOOR) return;
  const floor = await startChainFloor();
  process.send?.({ port: floor.port, natsUrl: floor.natsUrl });
  await once(process, 'message');
  await floor.stop();
  process.exit(0);
}
