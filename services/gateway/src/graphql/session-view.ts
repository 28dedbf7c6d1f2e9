import type { Card } from '@pitwall/contracts';

/** A card as one person sees it: with the flags that are theirs alone. */
export type SessionView = Card & { readonly pinned: boolean; readonly muted: boolean; readonly alert: boolean };

export const viewOf = (card: Card): SessionView => ({ ...card, pinned: false, muted: false, alert: false });
