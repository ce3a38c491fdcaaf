const closing = String.raw`["'”’»」』)\]）]*$`;
const endings: readonly RegExp[] = [
  new RegExp(`[?？؟⸮⁇⁈՞፧]${closing}`, 'u'),
  // Greek asks with a semicolon.
  new RegExp(String.raw`\p{sc=Greek}\s*[;\u037e]${closing}`, 'u'),
  // Chinese, Japanese and Korean sentences may ask by their last word alone.
  new RegExp(`(?:[吗嗎]|(?:です|ます|でした|ました|ません|でしょう)か|(?:인가요|나요|습니까|입니까|합니까|됩니까))[。.]?${closing}`, 'u'),
];

/** Whether a sentence of a document asks: it answers nothing, and says what the next one is about. */
export function asks(sentence: string): boolean {
  return endings.some((ending) => ending.test(sentence));
}
