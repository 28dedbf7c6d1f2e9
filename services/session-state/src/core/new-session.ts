import { cutText, type SessionEventOf, type SessionRequest } from '@pitwall/contracts';
import type { Cause, Session } from './session.js';
import { TITLE_MAX } from './session.js';

const folderName = (cwd: string): string => cwd.split('/').filter(Boolean).at(-1) ?? cwd;

const titleOf = (text: string): string => cutText(text.trim(), TITLE_MAX);

type Given = Pick<Session, 'id' | 'team' | 'hostId' | 'cli' | 'cwd' | 'title' | 'origin'> & { at: number; t: number };

const blank = (given: Given, cause: Cause): Session => {
  const { at, t, ...named } = given;
  return {
    ...named,
    originLabel: null,
    room: null,
    terminalId: null,
    terminalOpen: false,
    launch: null,
    stopAsked: false,
    cliSessionId: null,
    match: null,
    process: null,
    model: null,
    effort: null,
    permissionMode: null,
    base: 'connecting',
    baseCause: cause,
    baseSeq: 0,
    baseT: t,
    baseByState: false,
    status: 'connecting',
    cause,
    statusT: t,
    calls: [],
    turnOverSeq: 0,
    allOverSeq: 0,
    lastCallT: {},
    endedCalls: [],
    subagents: [],
    loneStops: [],
    cliState: null,
    resuming: false,
    agentTeam: null,
    runs: [],
    runOver: false,
    prompts: [],
    turns: [],
    now: null,
    silent: true,
    lastHookT: t,
    lastOutputT: null,
    lastStopT: null,
    lastSignalT: t,
    lastSignalAt: at,
    wallOffset: at - t,
    hostUnreachable: false,
    hookGap: false,
    createdAt: at,
    revision: 1,
  };
};

/** S-03: a session that a person asked for; its terminal is not open yet. `at`: server time, epoch ms. */
export function requestedSession(request: SessionRequest<'start'>, at: number): Session {
  const cause: Cause = { rule: 'S-03', event: 'start requested', at, t: at, guess: false };
  const title = titleOf(request.title ?? '') || titleOf(folderName(request.cwd));
  const { team, hostId, cli, cwd } = request;
  return {
    ...blank({ id: request.sessionId, team, hostId, cli, cwd, title, origin: 'terminal', at, t: at }, cause),
    room: request.room,
    model: request.model,
    permissionMode: request.permissionMode,
  };
}

/** A card that begins with what its host saw: a terminal, or an agent that someone started elsewhere. */
export function seenSession(event: SessionEventOf<'opened'>): Session {
  const { team, cli, cwd, origin, originLabel, terminalId, process } = event.data;
  const [rule, words] = beginningOf(event);
  const cause: Cause = { rule, event: words, at: event.at, t: event.t, guess: false };
  const given = { id: event.sessionId, team, hostId: event.hostId, cli, cwd, title: titleOf(folderName(cwd)), origin };
  return {
    ...blank({ ...given, at: event.at, t: event.t }, cause),
    originLabel,
    terminalId,
    terminalOpen: terminalId !== null,
    // It is there, and nobody can tell yet what it does.
    ...(process ? { process, base: 'idle', status: 'idle' } : {}),
  };
}

/** The rule by which the card is there, and the words for people. */
function beginningOf({ data }: SessionEventOf<'opened'>): [rule: string, words: string] {
  if (data.origin === 'terminal') return ['S-03', 'terminal-opened'];
  return data.process ? ['M-03', 'seen by a scan, no hook yet'] : ['M-02', 'seen outside'];
}
