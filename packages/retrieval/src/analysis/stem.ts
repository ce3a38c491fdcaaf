import { stem as porter2 } from 'porter2';
import { regular } from './irregular.ts';

const latinWord = /^[a-z]{3,}$/;
const cyrillicWord = /^[\u0430-\u044f\u0451-\u045f\u0491]{5,}$/;

/** Endings of case, number and gender that Slavic languages give nouns and adjectives, folded; the longest that fits is left out. */
const cyrillicEnding =
  /(?<=..[^аеиоуыэюяіє]..?|...)(?:иями|ями|ами|иях|иям|ием|иеи|ого|его|ому|ему|ыми|ими|ях|ах|ям|ам|ом|ем|ов|ев|ои|еи|ии|ыи|ая|яя|ое|ее|ые|ие|ую|юю|ым|им|ых|их|ью|ья|ия|ию|[аяоеыиуюьі])$/u;

/** Porter2 of a folded word of Latin letters, a Cyrillic one without its ending, any other word as it is. */
export function stem(folded: string): string {
  if (latinWord.test(folded)) return porter2(regular(folded));
  return cyrillicWord.test(folded) ? folded.replace(cyrillicEnding, '') : folded;
}
