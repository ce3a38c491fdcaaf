import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';

interface LatinLanguage {
  /** Small letters that it has beside those of English. */
  readonly letters: string;
  /** Snowball's stem of a word in small letters. */
  readonly stem: (word: string) => string;
}

/** Languages of Latin letters that words are stemmed in, beside English: which one a word is of shows only in a sentence. */
export const latinLanguages = {
  german: { letters: 'äöüß', stem: german },
  french: { letters: 'àâæçéèêëîïôœùûüÿ', stem: french },
  spanish: { letters: 'áéíñóúü', stem: (word) => spanish(word.replace(/cion$/, 'ción')) },
  italian: { letters: 'àèéìíîòóùú', stem: italian },
  portuguese: { letters: 'áàâãçéêíóôõúü', stem: (word) => portuguese(word.replace(/(?:ç[oõ]es|coes|cao)$/, 'ção').replace(/ões$/, 'ão')) },
  dutch: { letters: 'éèëïóöü', stem: dutch },
  swedish: { letters: 'åäöé', stem: swedish },
  norwegian: { letters: 'åæøéòô', stem: norwegian },
  danish: { letters: 'åæøé', stem: danish },
  finnish: { letters: 'äöå', stem: (word) => thoroughly(finnish, word) },
  hungarian: { letters: 'áéíóöőúüű', stem: (word) => thoroughly(hungarian, word) },
  romanian: { letters: 'ăâîșşțţ', stem: (word) => romanian(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')) },
  turkish: { letters: 'çğıöşüâîû\u0307', stem: (word) => thoroughly(turkish, word) },
} as const satisfies Readonly<Record<string, LatinLanguage>>;

export type LatinLanguageName = keyof typeof latinLanguages;

export const latinLanguageNames = Object.keys(latinLanguages) as readonly LatinLanguageName[];

/** Rounds after which a word has no endings left. */
const maxRounds = 6;

/** Languages that put ending after ending: what is left of `masalar` has to become what is left of `masa`. */
function thoroughly(stem: (word: string) => string, word: string): string {
  let left = word;
  for (let round = 0; round < maxRounds; round += 1) {
    const shorter = stem(left);
    if (shorter === left || shorter.length < 2) break;
    left = shorter;
  }
  return left;
}
