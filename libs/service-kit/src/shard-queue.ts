/** Another instance owns the shard, or nobody at this moment: address the request to its owner, or try again. */
export class NotOwner extends Error {
  readonly code = 'NOT_OWNER';
  readonly hint = 'The shard is changing hands; try again in a moment.';
  constructor(readonly shard: number) {
    super(`Shard ${shard} is not owned by this instance.`);
    this.name = 'NotOwner';
  }
}

export interface ShardQueue {
  open(shard: number): void;
  /** Refuses what waits (`NotOwner`) and resolves when what runs has ended. */
  close(shard: number): Promise<void>;
  /** Runs `fn` when everything queued before it on this shard is done; rejects with `NotOwner` when not open. */
  run<T>(shard: number, label: string, fn: () => Promise<T>): Promise<T>;
  /** What waits and runs on the shard, by label, in order. */
  waiting(shard: number): readonly string[];
}

interface Task {
  readonly label: string;
  readonly work: () => Promise<void>;
  readonly refuse: () => void;
}

interface Lane {
  readonly tasks: Task[];
  running: Promise<void> | null;
  closed: boolean;
}

/** One serial queue per owned shard, through which all work on it goes. */
export function createShardQueue(): ShardQueue {
  const lanes = new Map<number, Lane>();

  const drain = async (lane: Lane) => {
    for (let task = lane.tasks[0]; task !== undefined && !lane.closed; task = lane.tasks[0]) {
      await task.work();
      lane.tasks.shift();
    }
    for (const task of lane.tasks.splice(0)) task.refuse();
    lane.running = null;
  };

  return {
    open: (shard) => {
      if (!lanes.has(shard)) lanes.set(shard, { tasks: [], running: null, closed: false });
    },
    close: async (shard) => {
      const lane = lanes.get(shard);
      if (lane === undefined) return;
      lane.closed = true;
      lanes.delete(shard);
      await lane.running;
    },
    run: (shard, label, fn) => {
      const lane = lanes.get(shard);
      if (lane === undefined) return Promise.reject(new NotOwner(shard));
      return new Promise((resolve, reject) => {
        // In a then, so that a function that throws before its first await doesn't end the lane.
        const work = () => Promise.resolve().then(fn).then(resolve, reject);
        lane.tasks.push({ label, work, refuse: () => reject(new NotOwner(shard)) });
        lane.running ??= drain(lane);
      });
    },
    waiting: (shard) => (lanes.get(shard)?.tasks ?? []).map(({ label }) => label),
  };
}
