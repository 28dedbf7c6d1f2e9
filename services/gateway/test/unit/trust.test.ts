import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { judge, loopbackNames } from '../../src/http/trust.js';

const TOKEN = 'the-token-of-the-owner';

const request = (headers: Record<string, string>): IncomingMessage => ({ headers }) as unknown as IncomingMessage;

const verdictOf = async (headers: Record<string, string>, hasCookie = false): Promise<string> => {
  const verdict = await judge(request(headers), {
    ownerToken: TOKEN,
    isBrowser: async () => hasCookie,
    hosts: () => loopbackNames(4400),
  });
  return verdict.ok ? verdict.principal.name : verdict.refusal.code;
};

const host = '127.0.0.1:4400';
const bearer = `Bearer ${TOKEN}`;
const own = 'http://127.0.0.1:4400';

describe('who may speak', () => {
  it.each([
    ['the owner by token', { host, authorization: bearer }, false, 'owner'],
    [
      'the owner by token under another loopback name',
      { host: 'localhost:4400', authorization: bearer },
      false,
      'owner',
    ],
    ['a browser that has logged in, on our own page', { host, origin: own }, true, 'owner'],
    ['nobody without a token', { host }, false, 'NOT_AUTHENTICATED'],
    ['nobody with another token', { host, authorization: 'Bearer wrong' }, false, 'NOT_AUTHENTICATED'],
    ['nobody with a cookie but no page', { host }, true, 'NOT_AUTHENTICATED'],
    ['no wrong token, cookie or not', { host, origin: own, authorization: 'Bearer wrong' }, true, 'NOT_AUTHENTICATED'],
    [
      'no page of another site, token or not',
      { host, origin: 'https://evil.example', authorization: bearer },
      true,
      'FOREIGN_ORIGIN',
    ],
    ['no page without an origin of its own', { host, origin: 'null', authorization: bearer }, true, 'FOREIGN_ORIGIN'],
    ['no page of another port of this machine', { host, origin: 'http://127.0.0.1:3000' }, true, 'FOREIGN_ORIGIN'],
    [
      'no page of another site that sends no origin, token or not',
      { host, authorization: bearer, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      true,
      'FOREIGN_ORIGIN',
    ],
    [
      'no form of another port of this machine',
      { host, authorization: bearer, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
      true,
      'FOREIGN_ORIGIN',
    ],
    [
      'the owner by token from our own page',
      { host, authorization: bearer, 'sec-fetch-site': 'same-origin' },
      false,
      'owner',
    ],
    ['nobody under a rebound name', { host: 'evil.example:4400', authorization: bearer }, true, 'WRONG_HOST'],
    ['nobody on another port’s name', { host: '127.0.0.1:80', authorization: bearer }, true, 'WRONG_HOST'],
    ['nobody without a name', { authorization: bearer }, true, 'WRONG_HOST'],
  ])('is %s', async (_, headers, hasCookie, expected) => {
    expect(await verdictOf(headers as unknown as Record<string, string>, hasCookie)).toBe(expected);
  });
});
