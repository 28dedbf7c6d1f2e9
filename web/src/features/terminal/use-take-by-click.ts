import { useEffect, type RefObject } from 'react';
import type { TerminalScreen } from './terminal-screen.js';

/** A click into the screen takes the keyboard; going to something else on the page gives it back. */
export function useTakeByClick(area: RefObject<HTMLElement | null>, screen: TerminalScreen | null): void {
  useEffect(() => {
    const element = area.current;
    if (!element || !screen) return;
    let pressedAt = { x: 0, y: 0 };
    const onDown = ({ clientX: x, clientY: y }: PointerEvent): void => {
      pressedAt = { x, y };
    };
    const onClick = ({ clientX, clientY, target }: MouseEvent): void => {
      const dragged = Math.abs(clientX - pressedAt.x) + Math.abs(clientY - pressedAt.y) > 4;
      const isScreen = target instanceof Element && target.closest('.xterm-screen') !== null;
      if (!dragged && isScreen && !isOnLink(element) && !screen.state.get().held) screen.take();
    };
    const onBlur = (): void => {
      // Another window doesn't take it away, the next element of this page does.
      setTimeout(() => {
        if (document.hasFocus() && !element.contains(document.activeElement) && screen.state.get().held) {
          screen.giveBack();
        }
      });
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('click', onClick);
    element.addEventListener('focusout', onBlur);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('click', onClick);
      element.removeEventListener('focusout', onBlur);
    };
  }, [area, screen]);
}

/** The terminal shows the hand of a link while the pointer is over one. */
const isOnLink = (element: HTMLElement): boolean => element.querySelector('.xterm-cursor-pointer') !== null;
