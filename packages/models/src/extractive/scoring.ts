import { type Asked, says } from '@cairn/retrieval';
import type { Candidate } from './candidates.ts';

/** What a word counts that is said above the sentence and not in it, or that names the column of one of its values. */
const contextShare = 0.5;
/** What a word counts that every sentence has; one that none has counts about three times as much. */
const commonWeight = 2;

export interface Scored {
  readonly candidate: Candidate;
  /** Share of the question that the sentence and what it stands under say, 0..1, rarer words counting more. */
  readonly coverage: number;
  readonly score: number;
}

/** Scores sentences against what the question asks for. Words that no sentence has count as the rarest. */
export function scored(candidates: readonly Candidate[], asked: readonly Asked[]): Scored[] {
  const weights = new Map(asked.map((wanted) => [wanted, rarity(wanted, candidates)]));
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const topScore = candidates.reduce((top, { hit }) => Math.max(top, hit.score), 0);
  return candidates.map((candidate) => {
    let own = 0;
    let named = 0;
    let above = 0;
    for (const [wanted, weight] of weights) {
      if (says(candidate.own, wanted)) own += weight;
      else if (says(candidate.said, wanted)) named += weight;
      else if (says(candidate.context, wanted)) above += weight;
    }
    const speaks = own + named > 0 || candidate.leads;
    // The field that is asked for, of the record that is.
    const nameShare = candidate.isField && above > 0 ? 1 : contextShare;
    const coverage = speaks && all > 0 ? (own + nameShare * named + contextShare * above) / all : 0;
    const rank = topScore > 0 ? 0.5 + (0.5 * candidate.hit.score) / topScore : 1;
    return { candidate, coverage, score: coverage * rank * shape(candidate) };
  });
}

function rarity(wanted: Asked, candidates: readonly Candidate[]): number {
  const holding = candidates.filter(({ said }) => says(said, wanted)).length;
  return commonWeight + Math.log(1 + (candidates.length - holding + 0.5) / (holding + 0.5));
}

/** Two words seldom answer anything, unless they are the name of a field and its value. */
function shape({ terms, isField }: Candidate): number {
  return terms.size < 3 && !isField ? 0.6 : 1;
}
