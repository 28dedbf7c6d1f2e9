import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useClipboard } from '@mantine/hooks';
import { showOverlay } from '../../app/overlay.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { KeyHint } from '../../ui/key-hint.js';
import classes from './onboarding.module.css';

const COMMAND = 'pitwall session start --cli claude --cwd .';
const COPIED_SHOWN_MS = 2_000;

/** What an empty board says; it goes by itself when the first session is there. */
export function Onboarding() {
  const { copy, copied } = useClipboard({ timeout: COPIED_SHOWN_MS });
  return (
    <div className={classes['first']}>
      <div className={classes['inner']}>
        <h2>Two ways to your first live session</h2>
        <p className={classes['lead']}>
          Agents run in terminals of your own machines and go on when this page is closed. Nothing leaves your machines.
        </p>
        <div className={classes['step']}>
          <span className={classes['number']}>1</span>
          <b>Start one here</b>
          <Button kind="primary" onClick={() => showOverlay('new-session')}>
            <Icon of={IconPlus} /> New session <KeyHint keys="n" />
          </Button>
          <p>Choose an agent, a folder and the first prompt. Its terminal opens on this page.</p>
        </div>
        <div className={classes['step']}>
          <span className={classes['number']}>2</span>
          <b>Or start one in a terminal</b>
          <p>Run this in the folder that the agent shall work in; the session shows up here by itself.</p>
          <div className={classes['command']}>
            <code>{COMMAND}</code>
            <Button kind="icon" aria-label={copied ? 'Copied' : 'Copy the command'} onClick={() => copy(COMMAND)}>
              <Icon of={copied ? IconCheck : IconCopy} />
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
