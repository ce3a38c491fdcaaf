import type { Candidate } from './candidates.ts';
import type { Scored } from './scoring.ts';

/** Bounds of an answer. */
const maxQuotes = 4;
const maxCharacters = 1200;

/** Least share of the question that the best sentence must cover; below it the passages are about something else. */
const leastCoverage = 0.35;
/** A further sentence must come this near to the best. */
const nearness = 0.6;
/** Of two sentences that share more than this of the shorter one's words, the second says nothing new. */
const sameness = 0.8;

/**
 * The one to four sentences that answer best, best first, none saying what another says; nothing when none covers enough of the
 * question.
 */
export function selected(scoredSentences: readonly Scored[]): Scored[] {
  const ranked = scoredSentences
    .filter(({ coverage }) => coverage > 0)
    .toSorted((a, b) => b.score - a.score || a.candidate.start - b.candidate.start);
  const [best] = ranked;
  if (!best || best.coverage < leastCoverage) return [];
  const chosen: Scored[] = [];
  let characters = 0;
  for (const next of ranked) {
    const { quote } = next.candidate;
    if (chosen.length === maxQuotes || next.score < best.score * nearness) break;
    if (characters + quote.length > maxCharacters || chosen.some(({ candidate }) => repeats(candidate, next.candidate))) continue;
    chosen.push(next);
    characters += quote.length;
  }
  return chosen;
}

/** Rows of a table are alike and yet say something else, unless they say the same. */
function repeats(a: Candidate, b: Candidate): boolean {
  if (a.kind === 'row' && b.kind === 'row') return a.own.size === b.own.size && overlap(a.own, b.own) === 1;
  return overlap(a.terms, b.terms) > sameness;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
