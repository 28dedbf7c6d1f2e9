import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { KeyRow } from './key-row.js';
import { LinkQuestion } from './link-question.js';
import { ScreenNote } from './screen-note.js';
import { SearchBar } from './search-bar.js';
import { TerminalToolbar } from './terminal-toolbar.js';
import { useScreenState } from './use-screen-state.js';
import { useScreen } from './use-screen.js';
import { useTakeByClick } from './use-take-by-click.js';
import { useTerminalKeys } from './use-terminal-keys.js';
import classes from './terminal-view.module.css';

export interface TerminalViewProps {
  readonly terminalId: string;
  /** The agent has gone; what is on the screen is the last of it. */
  readonly ended: boolean;
  /** Stands at the left of the tools. */
  readonly title: ReactNode;
}

/** A session's terminal with its tools. Looking at it types nothing. */
export default function TerminalView({ terminalId, ended, title }: TerminalViewProps) {
  const pane = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const [fitted, setFitted] = useState(false);
  const screen = useScreen(area, terminalId, setAddress);
  const state = useScreenState(screen);
  const openSearch = useCallback(() => setSearching(true), []);
  useTerminalKeys({ screen, onSearch: openSearch });
  useTakeByClick(area, screen);
  useEffect(() => screen?.setFitted(fitted), [screen, fitted]);
  const isOver = ended || state.socket === 'exited' || state.socket === 'missing';
  return (
    <section ref={pane} className={classes['pane']} aria-label="Terminal">
      <div className={classes['bar']}>
        {title}
        <TerminalToolbar {...{ screen, state, pane, isOver, searching }} onSearch={() => setSearching(!searching)} />
      </div>
      <div className={classes['stage']}>
        <div
          ref={area}
          className={classes['area']}
          data-dimmed={isOver || state.socket !== 'open' || undefined}
          data-testid="screen"
        />
        {searching && screen && <SearchBar screen={screen} onClose={() => setSearching(false)} />}
        <ScreenNote state={state} ended={ended} />
        {address !== null && <LinkQuestion address={address} onClose={() => setAddress(null)} />}
      </div>
      {!isOver && <KeyRow {...{ screen, state, fitted }} onFit={() => setFitted(!fitted)} />}
    </section>
  );
}
