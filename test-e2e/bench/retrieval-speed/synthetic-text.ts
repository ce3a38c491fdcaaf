import { createRandom } from '../data/texts.ts';

/** Words that any English text is full of; most of them are stop words to the analysis. */
const functionWords = (
  'the of and to a in is that for it as was with be by on not he his but at are this have from or had an they which one you were all ' +
  'her she there would their we him been has when who will no more if out so up said what its about than into them can only other time ' +
  'new some could these two may first then do any like my now over such our man me even most made after also did many must before'
).split(' ');

const contentWords = 60_000;
const wordsAPassage = 150;

/** Text whose words are as unevenly spread as a language's (Zipf): the same on every run. */
export interface SyntheticText {
  /** About 200 tokens. */
  passage(): string;
  /** One or two sentences. */
  memory(): string;
  /** A question of words that are as common as those of a text, half of them of one of its texts. */
  question(text: string): string;
}

export function createSyntheticText(seed: number): SyntheticText {
  const random = createRandom(seed);
  const rarely = zipf(contentWords);
  const word = (): string => (random() < 0.42 ? functionWord(random) : spelled(rarely(random())));
  const sentence = (): string => `${Array.from({ length: 15 }, word).join(' ')}.`;
  const sentences = (words: number): string => Array.from({ length: words / 15 }, sentence).join(' ');
  return {
    passage: () => sentences(wordsAPassage),
    memory: () => sentences(15 + 15 * Math.floor(2 * random())),
    question(text) {
      const words = text.replaceAll('.', '').split(' ');
      const own = Array.from({ length: 5 }, () => words[Math.floor(random() * words.length)]);
      return [...own, word(), word(), spelled(rarely(random())), spelled(rarely(random()))].join(' ');
    },
  };
}

const functionWord = (random: () => number): string => functionWords[Math.floor(functionWords.length * random() ** 2)] as string;

/** Ranks by their share, which falls with the rank; the commonest are not as common as a function word. */
function zipf(count: number): (share: number) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) sums[rank] = sum += 1 / (rank + 20);
  return (share) => {
    const wanted = share * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const consonants = 'bdfgklmnprstvz';
const vowels = 'aeiou';

/** A word that can be said for each number, short ones for the commonest. */
function spelled(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0 || word.length < 4;) {
    word += consonants[rest % consonants.length];
    rest = Math.floor(rest / consonants.length);
    word += vowels[rest % vowels.length];
    rest = Math.floor(rest / vowels.length);
  }
  return word;
}
