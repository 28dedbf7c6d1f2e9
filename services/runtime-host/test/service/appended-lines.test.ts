import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAppendedLines } from '../../src/daemon/appended-lines.js';
import { firstLine } from '../../src/os/open-file.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

describe('lines appended to a file', () => {
  let folder: TempFolder;
  let path: string;
  beforeEach(() => {
    folder = tempFolder();
    path = join(folder.path, 'file.jsonl');
  });
  afterEach(() => folder.remove());

  it('F-46 come whole, cut anywhere, byte by byte', () => {
    writeFileSync(path, 'old\n');
    const lines = createAppendedLines({ path, tailBytes: 0 });
    expect(lines.look()).toEqual([]);
    const got: string[] = [];
    for (const byte of Buffer.from('first 😀é─\nsecond\nhalf')) {
      appendFileSync(path, Buffer.of(byte));
      got.push(...lines.look());
    }
    expect(got).toEqual(['first 😀é─', 'second']);
    appendFileSync(path, ' done\n');
    expect(lines.look()).toEqual(['half done']);
  });

  it('of a path that is no file come none: a hook may name anything', () => {
    const inside = (name: string): string => join(folder.path, name);
    symlinkSync(inside('loop'), inside('loop'));
    execFileSync('mkfifo', [inside('pipe')]);
    mkdirSync(inside('folder'));
    const paths = [inside('loop'), inside('pipe'), inside('folder'), `/${'x'.repeat(5_000)}`, 'a\0b', ''];
    for (const odd of paths) {
      const lines = createAppendedLines({ path: odd, tailBytes: 9 });
      expect([...lines.look(), ...lines.look()]).toEqual([]);
      expect(firstLine(odd, 100)).toBeNull();
    }
  });

  it('F-15 what stands in the file already is not read, only its end where that is wanted', () => {
    writeFileSync(path, Array.from({ length: 1000 }, (_, n) => `line ${n}\n`).join(''));
    expect(createAppendedLines({ path, tailBytes: 0 }).look()).toEqual([]);
    expect(createAppendedLines({ path, tailBytes: 9 }).look()).toEqual(['line 999']);
    expect(createAppendedLines({ path, tailBytes: 12 }).look()).toEqual(['line 999']);
  });

  it('a line that was half written at the beginning is left out', () => {
    writeFileSync(path, 'old\nhal');
    const lines = createAppendedLines({ path, tailBytes: 0 });
    expect(lines.look()).toEqual([]);
    appendFileSync(path, 'f\nnext\n');
    expect(lines.look()).toEqual(['next']);
  });

  it('of a file that is made later, all is new', () => {
    const lines = createAppendedLines({ path, tailBytes: 0 });
    expect(lines.look()).toEqual([]);
    writeFileSync(path, 'one\ntwo\n');
    expect(lines.look()).toEqual(['one', 'two']);
  });

  it('a file that was cut short, or replaced, goes on with what is appended then', () => {
    writeFileSync(path, 'old\nolder\n');
    const lines = createAppendedLines({ path, tailBytes: 0 });
    lines.look();
    truncateSync(path, 4);
    expect(lines.look()).toEqual([]);
    appendFileSync(path, 'after the cut\n');
    expect(lines.look()).toEqual(['after the cut']);
    writeFileSync(`${path}.new`, 'a\nhistory\nthat is longer than before, copied by a resume\n');
    renameSync(`${path}.new`, path);
    expect(lines.look()).toEqual([]);
    appendFileSync(path, 'after the swap\n');
    expect(lines.look()).toEqual(['after the swap']);
  });

  it('a burst of 30 MB is read in parts, and a line over 16 MB costs only itself', () => {
    writeFileSync(path, '');
    const lines = createAppendedLines({ path, tailBytes: 0 });
    lines.look();
    appendFileSync(path, `${'x'.repeat(17 * 1024 * 1024)}\n${`${'y'.repeat(1023)}\n`.repeat(8192)}last\n`);
    const got: string[] = [];
    for (let looks = 0; looks < 8; looks++) got.push(...lines.look());
    expect(got).toHaveLength(8193);
    expect(got.at(-1)).toBe('last');
  });

  it('the first line is read only when it is whole', () => {
    writeFileSync(path, '{"a":1}');
    expect(firstLine(path, 100)).toBeNull();
    appendFileSync(path, '\n{"b":2}\n');
    expect(firstLine(path, 100)).toBe('{"a":1}');
    expect(firstLine(join(folder.path, 'nowhere'), 100)).toBeNull();
  });
});
