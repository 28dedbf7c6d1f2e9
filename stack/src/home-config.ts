import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { timers } from '@pitwall/contracts';
import { type HomePaths, readTextFile, writePrivateFile } from './home.js';
import { StackError } from './stack-error.js';

/** 0 lets the system choose, which is what tests and second homes want. */
const port = (standard: number) => z.number().int().min(0).max(65_535).default(standard);

/** Shorter than a quarter of an hour, a session would sleep while its person reads; longer than four, sleep saves nothing. */
const SLEEP_IDLE = { min: 900_000, max: 14_400_000 };

/** `config.json`; every key has a default, so that no file is needed. */
export const homeConfig = z
  .strictObject({
    port: port(4400),
    hookPort: port(4410),
    hookDensity: z.enum(['low', 'medium', 'high']).default('medium'),
    /** ms between two looks at the agents' processes. */
    processCheckInterval: z.number().int().min(10).max(3_600_000).default(15_000),
    /** ms between two looks for sessions that no hook told of. */
    scanInterval: z.number().int().min(10).max(3_600_000).default(20_000),
    /** A path, or a command that the login shell finds. */
    claudeCommand: z.string().min(1).default('claude'),
    codexCommand: z.string().min(1).default('codex'),
    timers: timers.prefault({}),
    /** Embedded 4: more shards than cores of a laptop bring nothing. Fixed once there is data. */
    shards: z.number().int().min(1).max(1024).default(4),
    /** Allows waiting times that would be nonsense for a person. */
    testing: z.boolean().default(false),
    /** Servers of one's own; without them the stack starts its own. */
    postgres: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    nats: z.url({ protocol: /^(nats|tls|ws|wss)$/ }).optional(),
    /** With `nats`: the seed of the account that signs the credentials of services and hosts. */
    natsAccountSeed: z
      .string()
      .regex(/^SA[A-Z2-7]{56}$/, 'must be the seed of a NATS account (SA…)')
      .optional(),
  })
  .refine(({ timers: { sleepIdle }, testing }) => testing || sleepIdle === 0 || sleepIdle >= SLEEP_IDLE.min, {
    path: ['timers', 'sleepIdle'],
    message: `must be 0 (off) or ${SLEEP_IDLE.min} to ${SLEEP_IDLE.max} ms (shorter only with "testing": true)`,
    // Told together with whatever else is wrong, as long as there is a number to judge.
    when: ({ value }) => typeof (value as { timers?: { sleepIdle?: unknown } }).timers?.sleepIdle === 'number',
  });

export type HomeConfig = z.infer<typeof homeConfig>;

const described = (issue: z.core.$ZodIssue): string => {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...issue.path, key].join('.')}: no such setting`).join('\n  ');
  }
  return `${place || 'the file'}: ${issue.message}`;
};

/** `source` names the file in messages. */
export const parseHomeConfig = (text: string, source: string): HomeConfig => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new StackError('CONFIG_INVALID', `${source} isn't JSON: ${(error as Error).message}`, 'Correct the file.');
  }
  const parsed = homeConfig.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(described).join('\n  ');
  throw new StackError('CONFIG_INVALID', `${source} has problems:\n  ${problems}`, 'Correct the file and start again.');
};

/** It may name servers with their passwords. */
export const protectHomeConfig = (home: HomePaths): void => {
  if (existsSync(home.config)) chmodSync(home.config, 0o600);
};

/** Messages and rows carry their shard, so the number can't change under them. */
export const keepShards = (home: HomePaths, { shards }: HomeConfig): void => {
  const path = join(home.data, 'shards');
  const kept = readTextFile(path);
  if (kept === null) writePrivateFile(path, String(shards));
  else if (Number(kept) !== shards) {
    throw new StackError(
      'SHARDS_FIXED',
      `This home was made with ${kept} shards; ${home.config} says ${shards}.`,
      `Set "shards" to ${kept}, or begin with a new home.`,
    );
  }
};

export const readHomeConfig = (home: HomePaths): HomeConfig =>
  parseHomeConfig(readTextFile(home.config) ?? '{}', home.config);
