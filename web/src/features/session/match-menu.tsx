import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../app/session-store.js';
import { visibleText } from '../../ui/visible-text.js';
import { LinkDialog } from './link-dialog.js';
import { matchedBy } from './match-words.js';
import classes from './session-header.module.css';

/** How the conversation was linked to this card, on what evidence, and the way to put it right (M-06). */
export function MatchMenu({ session }: { session: Session }) {
  const [asking, setAsking] = useState<'relink' | 'unlink' | null>(null);
  const { match, cliSessionId } = session;
  if (match === null) return null;
  return (
    <>
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <button type="button" className={classes['match']} title={visibleText(match.evidence)}>
            matched by {matchedBy(match.step)}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{visibleText(match.evidence)}</Menu.Label>
          <Menu.Item disabled={cliSessionId === null} onClick={() => setAsking('relink')}>
            Relink…
          </Menu.Item>
          <Menu.Item disabled={cliSessionId === null} onClick={() => setAsking('unlink')}>
            Unlink…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking !== null && <LinkDialog session={session} kind={asking} onClose={() => setAsking(null)} />}
    </>
  );
}
