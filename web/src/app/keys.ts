/** Every key of the dashboard, as it is shown: in the sheet of all keys, and in the status line while it works. */
export interface Key {
  /** Names in `useShortcuts` of which one must work for the key to be shown. */
  readonly names: readonly string[];
  readonly shown: readonly string[];
  readonly words: string;
  /** For the status line; left out where the key stands beside its button. */
  readonly brief?: string;
  readonly place: 'Everywhere' | 'Live' | 'Answers' | 'Session';
}

export const KEYS: readonly Key[] = [
  { names: ['mod+k'], shown: ['⌘K'], words: 'Palette: sessions and actions', place: 'Everywhere' },
  { names: ['g l'], shown: ['g', 'l'], words: 'Go to Live', place: 'Everywhere' },
  { names: ['n'], shown: ['n'], words: 'New session', place: 'Everywhere' },
  { names: ['j', 'k'], shown: ['j', 'k'], words: 'Next and previous row', brief: 'move', place: 'Live' },
  { names: ['J', 'K'], shown: ['J', 'K'], words: 'Next and previous need', brief: 'needs', place: 'Everywhere' },
  { names: ['Enter'], shown: ['⏎'], words: 'Open the selected session', brief: 'open', place: 'Live' },
  { names: ['/'], shown: ['/'], words: 'Filter the board', place: 'Live' },
  { names: ['a'], shown: ['a'], words: 'Allow the selected request', brief: 'allow', place: 'Answers' },
  { names: ['A'], shown: ['⇧A'], words: 'Allow it always', place: 'Answers' },
  { names: ['d'], shown: ['d'], words: 'Deny it', brief: 'deny', place: 'Answers' },
  { names: ['w'], shown: ['w'], words: 'Why this status', brief: 'why', place: 'Session' },
  { names: ['i'], shown: ['i'], words: 'Write to the agent', brief: 'write', place: 'Session' },
  { names: ['Escape'], shown: ['esc'], words: 'Back', brief: 'back', place: 'Session' },
  { names: [], shown: ['⌃`'], words: 'The terminal takes or gives back the keyboard', place: 'Session' },
  { names: ['?'], shown: ['?'], words: 'All keys', brief: 'all keys', place: 'Everywhere' },
];
