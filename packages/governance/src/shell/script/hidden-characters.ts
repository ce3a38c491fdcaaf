/**
 * Whether a text holds a character that a person does not see, or sees as another one: controls other than tab and line feed, spaces
 * other than the plain one, zero-width and direction-turning characters, fillers, variation selectors but for that of emoji, and
 * halves of surrogate pairs.
 */
export function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text);
}

/** A text as who takes it for an address or a path may read it: without those, line breaks and tabs, and blanks at its ends. */
export const withoutHidden = (text: string): string =>
  text
    .replaceAll(everyHidden, '')
    .replaceAll(/[\t\n]/g, '')
    .trim();

/** Whether a text is one line that shows all of itself: nothing hidden, no tab, no blank at its ends. */
export const isOneLine = (text: string): boolean => ordinary.test(text) || (!hidden.test(text) && !/[\t\n]|^ | $/.test(text));

/** Most texts are such; it is quicker. */
const ordinary = /^(?! )[ -~]*(?<! )$/;

/** A JSON text with each such character written as its escape: it is seen, and what is read from the text is the same. */
export function escapeHidden(json: string): string {
  return json.replaceAll(everyHidden, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

const hiddenSource = [
  String.raw`[^\P{Cc}\t\n]`,
  String.raw`[^\P{Zs} ]`,
  String.raw`[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]`,
  // Letters that show nothing, and selectors of other forms of a sign.
  String.raw`[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2800\u3164\uffa0]`,
  String.raw`[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]`,
].join('|');
const hidden = new RegExp(hiddenSource, 'u');
const everyHidden = new RegExp(hiddenSource, 'gu');
