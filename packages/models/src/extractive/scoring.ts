import type { Candidate } from './candidates.ts';

/** What a word counts that is said above the sentence and not in it. */
const contextShare = 0.5;
/** What a word counts that every sentence has; one that none has counts about three times as much. */
const commonWeight = 2;

export interface Scored {
  readonly candidate: Candidate;
  /** Share of the question that the sentence and what it stands under say, 0..1, rarer words counting more. */
  readonly coverage: number;
  readonly score: number;
}

/** Scores sentences against the question's terms. Words that no sentence has count as the rarest. */
export function scored(candidates: readonly Candidate[], asked: readonly string[]): Scored[] {
  const weights = new Map(asked.map((term) => [term, rarity(term, candidates)]));
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const topScore = candidates.reduce((top, { hit }) => Math.max(top, hit.score), 0);
  return candidates.map((candidate) => {
    let own = 0;
    let above = 0;
    for (const [term, weight] of weights) {
      if (candidate.terms.has(term)) own += weight;
      else if (candidate.context.has(term)) above += weight;
    }
    const says = own > 0 || candidate.leads;
    const coverage = says && all > 0 ? (own + contextShare * above) / all : 0;
    const rank = topScore > 0 ? 0.5 + (0.5 * candidate.hit.score) / topScore : 1;
    return { candidate, coverage, score: coverage * rank * shape(candidate) };
  });
}

function rarity(term: string, candidates: readonly Candidate[]): number {
  const holding = candidates.filter(({ terms }) => terms.has(term)).length;
  return commonWeight + Math.log(1 + (candidates.length - holding + 0.5) / (holding + 0.5));
}

/** Two words seldom answer anything. */
function shape({ terms }: Candidate): number {
  return terms.size < 3 ? 0.6 : 1;
}
