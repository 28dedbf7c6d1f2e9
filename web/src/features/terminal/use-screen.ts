import { useEffect, useState, type RefObject } from 'react';
import { openScreen, type TerminalScreen } from './terminal-screen.js';
import { textSize } from './text-size.js';

/** A cell is measured once, so its font has to be there; a terminal without it is better than none. */
const FONT_WAIT_MS = 1_500;

const fontLoaded = (size: number): Promise<unknown> =>
  Promise.race([
    document.fonts.load(`${size}px "JetBrains Mono Variable"`).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, FONT_WAIT_MS)),
  ]);

/** The screen of a terminal in `area` for as long as this is shown; null until it is drawn. */
export function useScreen(
  area: RefObject<HTMLElement | null>,
  terminalId: string,
  onLink: (address: string) => void,
): TerminalScreen | null {
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  useEffect(() => {
    let opened: TerminalScreen | null = null;
    let gone = false;
    void fontLoaded(textSize.get()).then(() => {
      if (gone || !area.current) return;
      opened = openScreen({ area: area.current, terminalId, fontSize: textSize.get(), onLink });
      setScreen(opened);
    });
    const forget = textSize.subscribe(() => opened?.setFontSize(textSize.get()));
    return () => {
      gone = true;
      forget();
      opened?.close();
      setScreen(null);
    };
  }, [area, terminalId, onLink]);
  return screen;
}
