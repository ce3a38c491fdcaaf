/**
 * Whether a text holds a character that a person does not see, or sees as another one: controls other than tab and line feed, spaces
 * other than the plain one, zero-width and direction-turning characters, fillers, variation selectors but for that of emoji, and
 * halves of surrogate pairs.
 */
export function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text);
}

const hidden =
  /[^\P{Cc}\t\n]|[^\P{Zs} ]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2800\u3164\uffa0\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/u;
