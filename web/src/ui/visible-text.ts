/**
 * Text of an agent, made safe to judge: characters that can't be seen or that turn the reading direction stand as
 * their code, so that nothing is allowed which isn't what it looks like.
 */
export const visibleText = (text: string): string =>
  text.replace(
    // eslint-disable-next-line no-control-regex -- exactly those have to be shown
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
