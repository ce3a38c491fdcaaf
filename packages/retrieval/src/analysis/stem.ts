import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stem as porter2 } from 'porter2';
import { regular } from './irregular.ts';
import { fold, unmarked } from './normalise.ts';

const latinWord = /^[a-z]{3,}$/;
const cyrillicWord = /^[\u0430-\u045f\u0491]{3,}$/;
const greekWord = /^[\u03b1-\u03c9]{3,}$/;
const arabicWord = /^[\u0621-\u064a]{3,}$/;
const devanagariWord = /^[\u0900-\u0963\u0970-\u097f]{3,}$/;

/** Letters that Russian has not, and other languages of Cyrillic letters have. */
const notRussian = /[\u0450\u0452-\u045f\u0491]/;
/** Stress is written for learners only. */
const stress = /[\u0300\u0301]/g;

/** Endings of case, number and gender that Slavic languages give nouns and adjectives, folded; the longest that fits is left out. */
const cyrillicEnding =
  /(?<=..[^аеиоуыэюяіє]..?|...)(?:иями|ями|ами|иях|иям|ием|иеи|ого|его|ому|ему|ыми|ими|ях|ах|ям|ам|ом|ем|ов|ев|ои|еи|ии|ыи|ая|яя|ое|ее|ые|ие|ую|юю|ым|им|ых|их|ью|ья|ия|ию|[аяоеыиуюьі])$/u;

/**
 * What a word's forms have in common, as far as its letters tell the language: Snowball's stem of English for Latin letters, of
 * Russian, Greek, Arabic and Hindi for theirs. Folded; any other word is only folded. Expects normalised text.
 */
export function stem(word: string): string {
  const folded = fold(word);
  if (latinWord.test(folded)) return porter2(regular(folded));
  if (folded.length < 3 || /^[\p{ASCII}]/u.test(folded)) return folded;
  if (greekWord.test(folded)) return fold(greek(folded));
  if (arabicWord.test(folded)) return fold(arabic(spelt(word)));
  if (devanagariWord.test(folded)) return hindi(folded);
  return cyrillicWord.test(folded) ? cyrillicStem(word, folded) : folded;
}

/**
 * One spelling of Arabic endings: a final ه for ة, which many write, and the plural -ات of nouns in ة, of which the stemmer leaves a letter
 * where the word is short.
 */
function spelt(word: string): string {
  return unmarked(word)
    .replace(/[یى]/g, 'ي')
    .replaceAll('ک', 'ك')
    .replace(/(?<=^(?:ال)?[\u0621-\u064a]{3,})(?:ه|ات)$/u, 'ة');
}

function cyrillicStem(word: string, folded: string): string {
  // Folded, a short i and an i are one letter, and Russian endings are told apart by it.
  const letters = word.toLowerCase().normalize('NFD').replace(stress, '').normalize('NFC');
  if (notRussian.test(letters)) return folded.length < 5 ? folded : folded.replace(cyrillicEnding, '');
  return fold(russian(letters.replaceAll('ё', 'е')));
}
