import { describe, expect, test } from '@jest/globals';
import { parseHomeConfig, StackError } from '@pitwall/stack';

const parse = (value: unknown) => parseHomeConfig(JSON.stringify(value), 'config.json');

const messageOf = (value: unknown): string => {
  try {
    parse(value);
  } catch (error) {
    if (error instanceof StackError) return error.message;
    throw error;
  }
  return '';
};

describe('config.json', () => {
  test('every key has a default', () => {
    expect(parse({})).toEqual({
      port: 4400,
      hookPort: 4410,
      hookDensity: 'medium',
      processCheckInterval: 15_000,
      scanInterval: 20_000,
      claudeCommand: 'claude',
      codexCommand: 'codex',
      shards: 4,
      testing: false,
      timers: {
        promptingQuiet: 30_000,
        waitingIdle: 300_000,
        dialogIdle: 600_000,
        workingIdle: 900_000,
        connectingIdle: 30_000,
        resumeWindow: 120_000,
        folderWindow: 60_000,
        teamWindow: 10_000,
        teamRemoval: 15_000,
        toolFast: 3_000,
        toolUserInput: 3_000,
        toolMedium: 15_000,
        toolSlow: 8_000,
        waitCycle: 30_000,
        idleFinish: 3_600_000,
        sleepIdle: 0,
      },
    });
  });

  test('one timer may be set alone', () => {
    expect(parse({ timers: { toolFast: 50 } }).timers).toMatchObject({ toolFast: 50, toolSlow: 8_000 });
  });

  test('all problems are listed, unknown keys among them', () => {
    const message = messageOf({ prot: 1, port: 'x', timers: { sleepIdle: 5, zap: 1 } });
    for (const part of [
      'config.json',
      'prot: no such setting',
      'port: ',
      'timers.zap: no such setting',
      'timers.sleepIdle: ',
    ]) {
      expect(message).toContain(part);
    }
  });

  test.each([
    { sleepIdle: 0, testing: false, ok: true },
    { sleepIdle: 900_000, testing: false, ok: true },
    { sleepIdle: 14_400_000, testing: false, ok: true },
    { sleepIdle: 899_999, testing: false, ok: false },
    { sleepIdle: 14_400_001, testing: false, ok: false },
    { sleepIdle: 200, testing: true, ok: true },
  ])('sleepIdle $sleepIdle with testing $testing: accepted = $ok', ({ sleepIdle, testing, ok }) => {
    expect(messageOf({ testing, timers: { sleepIdle } }) === '').toBe(ok);
  });

  test('text that is not JSON is refused with the name of the file', () => {
    expect(() => parseHomeConfig('{', 'config.json')).toThrow(/config\.json isn't JSON/);
  });

  test('servers of one’s own are named by their urls', () => {
    expect(parse({ postgres: 'postgres://a:b@db/x', nats: 'nats://bus:4222' })).toMatchObject({
      nats: 'nats://bus:4222',
    });
    expect(messageOf({ postgres: 'http://db' })).toContain('postgres: ');
  });
});
