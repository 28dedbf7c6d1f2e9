import { useCallback, useSyncExternalStore } from 'react';
import type { ScreenState, TerminalScreen } from './terminal-screen.js';

const NOT_YET: ScreenState = { socket: 'connecting', held: false, ctrl: false, drawn: false };
const nothing = (): void => undefined;

export function useScreenState(screen: TerminalScreen | null): ScreenState {
  const subscribe = useCallback((listener: () => void) => screen?.state.subscribe(listener) ?? nothing, [screen]);
  return useSyncExternalStore(subscribe, () => screen?.state.get() ?? NOT_YET);
}
