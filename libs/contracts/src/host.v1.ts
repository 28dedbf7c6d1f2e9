import { z } from 'zod';
import { cli, cliSessionId, commandId, hostId, requestId, sessionId, terminalId, turnId } from './ids.js';
import { ancestor, hookData } from './hook.v1.js';
import { processIdentity } from './process-identity.js';
import { defineLog } from './define.js';

/** The order of everything a host knows. Written by pty-host alone. */
export const hostEnvelope = z.object({
  v: z.literal(1),
  hostId,
  /** 1, 2, 3 … without a hole: the identity of the event and the only order there is. */
  hostSeq: z.number().int().positive(),
  /** The oldest hostSeq that the host can still send: a hole before it is for ever. */
  oldest: z.number().int().positive(),
  /** Wall clock of the host, epoch ms: for people only. */
  at: z.number().int(),
  /** Host time, ms: never runs backward, untouched by clock changes. All durations and deadlines are of this time. */
  t: z.number(),
  bootId: z.string().max(64),
});

const terminal = { terminalId };

const childAnswer = z.object({ callId: z.string(), alive: z.boolean().nullable() });

/** What the CLI itself says it does; `shell`: the agent rests, and shells of its own run in the background. */
const cliStateNow = z.object({
  cliSessionId,
  state: z.enum(['busy', 'idle', 'shell', 'waiting']),
  /** Host time from which on the CLI says so: as old as its own file says, not as old as our reading. */
  sinceT: z.number(),
});

/** An interactive agent that a look at all processes found (M-03); headless ones are not told. */
const agentFound = z.object({
  cli,
  process: processIdentity,
  /** Its working folder as a real path; null: can't tell. */
  folder: z.string().nullable(),
  /** The conversation, where the CLI's own files name it. */
  cliSessionId: cliSessionId.nullable(),
  /** `--parent-session-id` of its command line. */
  parentSession: cliSessionId.nullable(),
  termProgram: z.string().max(64).nullable(),
  ancestors: z.array(ancestor).max(32),
});
export type AgentFound = z.infer<typeof agentFound>;

/** What a host answers to a `check` command, behind everything that happened before. */
const checked = z.object({
  checkId: z.string(),
  sessionId,
  /** Is the agent's process there? null: not known yet. */
  processAlive: z.boolean().nullable(),
  /** Per tool call asked about: has the agent child processes started after it? null: can't tell. */
  children: z.array(childAnswer),
  /** Host time of the terminal's last output, ms; null without a terminal or output. */
  lastOutputT: z.number().nullable(),
  /** What the CLI says of itself; null: it has no such file. */
  cliState: cliStateNow.nullable().default(null),
});

export const HOST_EVENTS = {
  hook: hookData,
  'terminal-opened': z.object({
    ...terminal,
    sessionId: sessionId.nullable(),
    cli,
    cwd: z.string(),
    /** The conversation id chosen for the launch, where the CLI takes one. */
    cliSessionId: cliSessionId.nullable(),
    shell: processIdentity,
  }),
  'terminal-open-failed': z.object({ ...terminal, sessionId, reason: z.string() }),
  'terminal-closed': z.object({
    ...terminal,
    cause: z.enum(['exit', 'stopped', 'host-restart']),
    exitCode: z.number().int().nullable(),
    signal: z.number().int().nullable(),
  }),
  'terminal-active': z.object(terminal),
  'process-seen': z.object({ ...terminal, process: processIdentity }),
  'process-gone': z.object({
    terminalId: terminalId.nullable(),
    cliSessionId: cliSessionId.nullable(),
    process: processIdentity,
    /** The last lines of the terminal, for a CLI that left at once. */
    lastLines: z.array(z.string()).max(10),
  }),
  /** Every interactive agent of this machine, told when the list has changed. */
  'agents-scanned': z.object({ agents: z.array(agentFound).max(500) }),
  /** The CLI's own files changed their mind: Claude's session file, Codex's rollout, a line of a transcript. */
  'cli-state': cliStateNow.extend({
    cli,
    process: processIdentity.nullable(),
    source: z.enum(['session-file', 'rollout', 'transcript']),
    /** The CLI's own words, such as what it waits for; for people. */
    detail: z.string().max(200).nullable(),
  }),
  /** A line that resumes this conversation was typed into the terminal. */
  'resume-typed': z.object({ ...terminal, sessionId, cliSessionId, commandId }),
  checked,
  'turn-typed': z.object({ ...terminal, sessionId, turnId, commandId }),
  'turn-refused': z.object({ terminalId: terminalId.nullable(), sessionId, turnId, commandId, reason: z.string() }),
  'request-answered': z.object({
    sessionId,
    requestId,
    commandId,
    behavior: z.enum(['allow', 'deny']),
    /** False: the dialog was no longer open on the host, nothing was sent. */
    delivered: z.boolean(),
  }),
  'request-withdrawn': z.object({ requestId, cliSessionId, terminalId: terminalId.nullable() }),
} as const;

export const hostLog = defineLog('host', hostEnvelope, HOST_EVENTS);
export type HostEvent = ReturnType<typeof hostLog.parse>;
export type HostEventName = keyof typeof HOST_EVENTS;
export type HostEventData<K extends HostEventName> = z.infer<(typeof HOST_EVENTS)[K]>;
/** A host event before pty-host has numbered it. */
export type HostFact = { [K in HostEventName]: { event: K; data: HostEventData<K> } }[HostEventName];
