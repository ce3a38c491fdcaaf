import { stem as porter2 } from 'porter2';
import { regular } from './irregular.ts';

const latinWord = /^[a-z]{3,}$/;

/** Porter2 of a folded word of Latin letters; any other word as it is. */
export function stem(folded: string): string {
  return latinWord.test(folded) ? porter2(regular(folded)) : folded;
}
