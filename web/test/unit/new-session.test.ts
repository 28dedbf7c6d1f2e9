import { describe, expect, it } from '@jest/globals';
import { EMPTY, inputOf, objectionTo } from '../../src/features/new-session/draft.js';
import { recentFolders } from '../../src/features/new-session/recent.js';
import { session } from './sessions.js';

describe('a draft of a session', () => {
  it('needs an absolute folder', () => {
    expect(objectionTo(EMPTY)).toMatch(/Name the folder/);
    expect(objectionTo({ ...EMPTY, cwd: 'src' })).toMatch(/absolute path/);
    expect(objectionTo({ ...EMPTY, cwd: ' /src ' })).toBeNull();
  });

  it('sends only what was said', () => {
    expect(inputOf({ ...EMPTY, cwd: ' /src ', title: ' Fix ', model: ' ' }, 'r')).toEqual({
      cli: 'claude',
      cwd: '/src',
      title: 'Fix',
      requestId: 'r',
    });
  });

  it('sends no permission mode to Codex, which takes none', () => {
    const draft = { ...EMPTY, cli: 'codex' as const, cwd: '/src', permissionMode: 'plan' };
    expect(inputOf(draft, 'r')).toEqual({ cli: 'codex', cwd: '/src', requestId: 'r' });
  });
});

it('offers the folders of the chosen host, newest first, each once', () => {
  const sessions = [
    session('a', { cwd: '/old', created: 1 }),
    session('b', { cwd: '/new', created: 3 }),
    session('c', { cwd: '/old', created: 2 }),
    session('d', { cwd: '/elsewhere', hostId: 'other' }),
  ];
  expect(recentFolders(sessions, 'host')).toEqual(['/new', '/old']);
  expect(recentFolders(sessions, '')).toEqual(['/new', '/old', '/elsewhere']);
});
