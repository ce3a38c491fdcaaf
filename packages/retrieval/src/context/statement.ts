import { analyse } from '../analysis/analyse.ts';
import { fold, normalise } from '../analysis/normalise.ts';

/** What a text says, as far as telling repeats and contradictions apart needs it. */
export interface Statement {
  /** Equal for texts that differ only in case, accents, width, blanks and punctuation at the ends. */
  readonly spelling: string;
  readonly terms: ReadonlySet<string>;
  /** How many words turn a sentence into its opposite. */
  readonly negations: number;
}

export type Relation = 'same' | 'contradicts' | 'different';

/** Two statements that share this much of their terms speak of the same thing. */
export const sameSubject = 0.5;
/** Texts that share this much are copies, unless numbers or negations tell them apart. */
const sameText = 0.9;

const negation =
  /(?<![\p{L}\p{N}])(?:no|not|never|none|neither|nor|without|cannot|\p{L}+n['’]t|nicht|kein\p{L}*|nie|non|ne|pas|jamais|sin|nunca|nao|niet|geen)(?![\p{L}\p{N}])/gu;
/** Words that say no more than that something is otherwise than it was. */
const ofChange =
  /(?<![\p{L}\p{N}])(?:now|new|newly|currently|nowadays|today|recently|since|meanwhile|instead|jetzt|nun|neue?[rnms]?|inzwischen|seither|mittlerweile|maintenant|nouve(?:au|lle)|desormais|ahora|nuev[oa]|actualmente|adesso|ora|nuov[oa]|nu|nieuwe?|agora|nov[oa])(?![\p{L}\p{N}])/giu;
const digit = /\p{N}/u;

export function readStatement(text: string): Statement {
  const plain = fold(normalise(text));
  return {
    spelling: plain.replace(/\s+/g, ' ').replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''),
    terms: new Set(analyse(text.replaceAll(ofChange, ' '))),
    negations: plain.match(negation)?.length ?? 0,
  };
}

/**
 * `same`: one is as good as the other. `contradicts`: they speak of the same thing and say something else of it. Everything
 * else is `different`; also a text that only adds to the other.
 */
export function relate(a: Statement, b: Statement): Relation {
  if (a.spelling === b.spelling) return 'same';
  const onlyA = missing(a.terms, b.terms);
  const onlyB = missing(b.terms, a.terms);
  const shared = a.terms.size - onlyA.length;
  const share = shared / (shared + onlyA.length + onlyB.length);
  if (!(share >= sameSubject)) return 'different';
  if (a.negations !== b.negations) return 'contradicts';
  if (share >= sameText && ![...onlyA, ...onlyB].some((term) => digit.test(term))) return 'same';
  return onlyA.length > 0 && onlyB.length > 0 ? 'contradicts' : 'different';
}

function missing(from: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return Array.from(from).filter((term) => !other.has(term));
}
