/** Controls, formats (bidirectional ones included), spaces of any kind, and what is drawn as nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Seen by what they do; U+FE0F only makes a sign an emoji. */
const PLAIN = new Set([' ', '\t', '\n', '\ufe0f']);

const codeOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/**
 * Text of an agent, made safe to judge: characters that can't be seen, that pass for a space or that turn the reading
 * direction stand as their code, so that nothing is allowed which isn't what it looks like.
 */
export const visibleText = (text: string): string =>
  text.replace(UNSEEN, (character) => (PLAIN.has(character) ? character : `⟨U+${codeOf(character)}⟩`));
