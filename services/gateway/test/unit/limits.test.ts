import { describe, expect, it } from '@jest/globals';
import { buildSchema, specifiedRules, validate } from 'graphql';
import { MAX_ROOT_FIELDS, MAX_TOKENS, parseLimited, rootFieldLimit } from '../../src/graphql/limits.js';

const schema = buildSchema('type Query { me: Me } type Me { id: ID, boss: Me }');

const problems = (document: string): string[] =>
  validate(schema, parseLimited(document), [...specifiedRules, rootFieldLimit]).map(({ message }) => message);

const aliases = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}: me { id }`).join(' ');

describe('limits of a request', () => {
  it('lets an ordinary document pass', () => {
    expect(problems(`{ ${aliases(MAX_ROOT_FIELDS)} }`)).toEqual([]);
  });

  it.each([
    ['1,000 aliases', `{ ${aliases(1_000)} }`],
    ['3,000 levels', `{ me ${'{ boss '.repeat(3_000)}{ id }${' }'.repeat(3_000)} }`],
    [
      'many fragments',
      `{ ...f } ${Array.from({ length: MAX_TOKENS }, (_, n) => `fragment f${n} on Me { id }`).join(' ')}`,
    ],
  ])('refuses %s before it is worked out', (_title, document) => {
    expect(() => parseLimited(document)).toThrow(`at most ${MAX_TOKENS} tokens`);
  });

  it('counts root fields through fragments, and a fragment that spreads itself once', () => {
    const inFragments = `query { ...a ... on Query { ${aliases(MAX_ROOT_FIELDS)} } } fragment a on Query { me { id } ...a }`;
    expect(problems(inFragments)).toContain(`A request has at most ${MAX_ROOT_FIELDS} fields at its root.`);
  });

  it('says what is wrong with a document that is none', () => {
    expect(() => parseLimited('{ me ')).toThrow(/Syntax Error/);
  });
});
