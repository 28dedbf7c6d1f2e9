import { IconArrowsMaximize, IconCopy, IconKeyboard, IconSearch, IconTextSize } from '@tabler/icons-react';
import { Menu } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { useWatched } from '../../app/dashboard-state.js';
import { Button } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { Icon } from '../../ui/icon.js';
import { KeyHint } from '../../ui/key-hint.js';
import { setTextSize, TEXT_SIZES, textSize } from './text-size.js';
import type { ScreenState, TerminalScreen } from './terminal-screen.js';
import classes from './terminal-view.module.css';

interface TerminalToolbarProps {
  readonly screen: TerminalScreen | null;
  readonly state: ScreenState;
  readonly pane: RefObject<HTMLElement | null>;
  readonly isOver: boolean;
  readonly searching: boolean;
  readonly onSearch: () => void;
}

const COPIED_MS = 2_000;

export function TerminalToolbar({ screen, state, pane, isOver, searching, onSearch }: TerminalToolbarProps) {
  const size = useWatched(textSize);
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void copyText(screen?.text() ?? '').then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    });
  };
  const fill = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void pane.current?.requestFullscreen();
  };
  const tool = (label: string, icon: React.ReactNode, rest: React.ComponentProps<typeof Button>) => (
    <Button kind="icon" className={classes['tool']} aria-label={label} title={label} {...rest}>
      {icon}
    </Button>
  );
  return (
    <div className={classes['tools']}>
      {state.held && (
        <span className={classes['holder']} role="status">
          You have the keyboard <KeyHint keys="⌃`" />
        </span>
      )}
      {copied && (
        <span className={classes['holder']} role="status">
          Copied
        </span>
      )}
      {!isOver &&
        tool(state.held ? 'Give the keyboard back' : 'Take the keyboard', <Icon of={IconKeyboard} size={14} />, {
          on: state.held,
          disabled: state.socket !== 'open',
          // The click must not move the focus that it is about.
          onPointerDown: (event) => event.preventDefault(),
          onClick: () => (state.held ? screen?.giveBack() : screen?.take()),
        })}
      {tool('Search in the terminal', <Icon of={IconSearch} size={14} />, { on: searching, onClick: onSearch })}
      <Menu position="bottom-end" width={120}>
        <Menu.Target>
          <Button kind="icon" className={classes['tool']} aria-label="Text size" title="Text size">
            <Icon of={IconTextSize} size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {TEXT_SIZES.map((one) => (
            <Menu.Item key={one} onClick={() => setTextSize(one)} aria-current={one === size || undefined}>
              {one} px{one === size && ' ✓'}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {tool('Copy the screen', <Icon of={IconCopy} size={14} />, { onClick: copy })}
      {document.fullscreenEnabled && tool('Full screen', <Icon of={IconArrowsMaximize} size={14} />, { onClick: fill })}
    </div>
  );
}
