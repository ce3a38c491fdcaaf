/** No script stacks more marks than this on one letter; longer runs make Unicode normalisation take quadratic time. */
const excessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Characters that are not seen and do not part words: soft hyphens, joiners, variation selectors, direction marks. */
const invisible = /[\p{Variation_Selector}\u00ad\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** NFKC takes the vowel am of Thai and Lao apart, which the dictionaries of words do not know. */
const takenApart = /\u0e4d\u0e32|\u0ecd\u0eb2/g;

const beyondAscii = /[^\p{ASCII}]/u;

/** One spelling for what looks alike (NFKC, nothing invisible). Linear in the length, whatever the text. */
export function normalise(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text
    .replace(invisible, '')
    .replace(excessMarks, '$1')
    .normalize('NFKC')
    .replace(takenApart, (am) => (am.startsWith('\u0e4d') ? '\u0e33' : '\u0eb3'));
}

/**
 * Marks that readers leave out when they type: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. The vowel
 * signs of Indic scripts and the sound marks of Kana make another word, and stay.
 */
const foldedMarks = /\u0640|[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0655\u0670]/g;

/** Letters that Unicode does not take apart but keyboards do. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};
const foldedLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

const otherDigits = /(?![0-9])\p{Nd}/gu;

/** The digits of every script stand in rows of ten, of which the first is the zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Case, diacritics and the script of digits folded; expects normalised text. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  return unmarked(lower)
    .replace(foldedLetters, (letter) => letters[letter] ?? letter)
    .replace(otherDigits, asciiDigit);
}

/** Without the marks that readers leave out; expects normalised text. */
export function unmarked(word: string): string {
  return word.normalize('NFD').replace(foldedMarks, '').normalize('NFC');
}
