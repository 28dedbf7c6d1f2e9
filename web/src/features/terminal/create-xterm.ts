import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { WebglAddon } from '@xterm/addon-webgl';
import { Terminal } from '@xterm/xterm';
import { terminalColors } from './terminal-colors.js';
import { openAddress, webAddress } from './terminal-links.js';

export interface Xterm {
  readonly terminal: Terminal;
  readonly fit: FitAddon;
  readonly search: SearchAddon;
}

/** Enough to scroll back through a turn; the agent's log has the rest. */
const SCROLLBACK = 5_000;
/** `--lh-term` over what the font itself asks for. Boxes stay closed only where the renderer draws them itself. */
const LINE_HEIGHT = 1.09;
/** As the rest of the page: text must be readable whatever colour a program picks. */
const MIN_CONTRAST = 4.5;

interface XtermOptions {
  readonly fontSize: number;
  /** A link was clicked without a modifier: the person is asked first. */
  readonly onLink: (address: string) => void;
}

export function createXterm({ fontSize, onLink }: XtermOptions): Xterm {
  const follow = (event: MouseEvent, text: string): void => {
    const address = webAddress(text);
    if (address === null) return;
    if (event.ctrlKey || event.metaKey) openAddress(address);
    else onLink(address);
  };
  const terminal = new Terminal({
    allowProposedApi: true,
    cursorInactiveStyle: 'outline',
    disableStdin: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize,
    fontWeightBold: 600,
    linkHandler: { activate: follow, allowNonHttpProtocols: false },
    minimumContrastRatio: MIN_CONTRAST,
    scrollback: SCROLLBACK,
    theme: terminalColors(),
  });
  // Programs may not write to the clipboard.
  terminal.parser.registerOscHandler(52, () => true);
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new WebLinksAddon(follow));
  return { terminal, fit, search };
}

/** A graphics card that the processor only plays is slower than the terminal's own renderer. */
function hasGraphicsCard(): boolean {
  const probe = document.createElement('canvas');
  const context = probe.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!context) return false;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|software/i.test(renderer);
}

/** Draws with the graphics card where there is one; the terminal's own renderer stays where there is not. */
export function drawWithGraphicsCard(terminal: Terminal): void {
  if (!hasGraphicsCard()) return;
  try {
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => {
      webgl.dispose();
      terminal.options.lineHeight = 1;
    });
    terminal.loadAddon(webgl);
    terminal.options.lineHeight = LINE_HEIGHT;
  } catch {
    // The other renderer draws already.
  }
}
