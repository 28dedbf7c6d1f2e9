import { IconDots } from '@tabler/icons-react';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { STOP_SESSION } from '../../app/documents.js';
import { ask, GatewayError } from '../../app/gateway.js';
import type { Session } from '../../app/session-store.js';
import { Button } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { Icon } from '../../ui/icon.js';
import { StopQuestion } from './stop-question.js';

interface SessionMenuProps {
  readonly session: Session;
  readonly onRefused: (words: string | null) => void;
}

/** Ending these loses work; others have nothing under way. */
const AT_WORK: ReadonlySet<Session['status']> = new Set(['prompting', 'working', 'approval', 'input']);

export function SessionMenu({ session, onRefused }: SessionMenuProps) {
  const [asking, setAsking] = useState(false);
  const { id, status, terminalId, subagents, queue } = session;
  const stop = (): void => {
    setAsking(false);
    onRefused(null);
    ask(STOP_SESSION, { sessionId: id }).catch((error: unknown) => {
      onRefused(error instanceof GatewayError ? `Not stopped: ${error.message} ${error.hint}` : String(error));
    });
  };
  const isAtWork = AT_WORK.has(status) || queue.length > 0 || subagents.some((one) => one.status === 'running');
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <Button kind="icon" aria-label="More" title="More">
            <Icon of={IconDots} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyText(id)}>Copy its id</Menu.Item>
          <Menu.Item onClick={() => void copyText(`pitwall session show ${id}`)}>Copy the command to show it</Menu.Item>
          {terminalId !== null && status !== 'ended' && (
            <>
              <Menu.Item onClick={() => void copyText(`pitwall session attach ${id}`)}>
                Copy the command to attach
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => (isAtWork ? setAsking(true) : stop())}>{isAtWork ? 'Stop…' : 'Stop'}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking && <StopQuestion session={session} onStop={stop} onClose={() => setAsking(false)} />}
    </>
  );
}
