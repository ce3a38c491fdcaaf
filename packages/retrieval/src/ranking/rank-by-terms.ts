import type { Actor, PassageIndex, TermPostings } from '@cairn/core';
import { type Adding, ScoreBoard, type ScoredSlot } from './score-board.ts';

export interface TermSearch {
  /** One that stands several times counts as often. */
  readonly terms: readonly string[];
  /** Of terms that say the same word, that word (`alternativesIn`): the best of them counts. Default: none do. */
  readonly wordOf?: ReadonlyMap<string, string> | undefined;
  readonly documentIds: readonly string[] | undefined;
  /** How many of the best are wanted. */
  readonly limit: number;
  /** Postings to read at most before common words only tell passages apart that hold rarer ones; default 65,536. */
  readonly budget?: number | undefined;
}

export interface TermRanking {
  readonly board: ScoreBoard;
  /** Best first. */
  readonly best: readonly ScoredSlot[];
  /** How many passages hold any of the terms; at least so many when the terms are too common to be all read. */
  readonly total: number;
}

const defaultBudget = 65_536;

/**
 * Ranks passages by BM25. All postings of the rarest terms are read, up to the budget; those of the commoner ones only from
 * the blocks of the best passages so far, whose scores are then exact. So the work is bounded however large the index is.
 */
export async function rankByTerms(passages: PassageIndex, actor: Actor, search: TermSearch): Promise<TermRanking> {
  const { documentIds, limit, budget = defaultBudget } = search;
  // Sorted, so that floating-point sums do not depend on the order of the words.
  const asked = search.terms.toSorted();
  // Among a few documents even common words may be all that there is.
  const { stats, terms } = await passages.lookup(actor, [...new Set(asked)], documentIds ? { documentIds } : { budget });
  const board = new ScoreBoard(stats);
  const wordsOf = wordsBy(search.wordOf, terms);
  const common: CommonTerm[] = [];
  for (const term of asked) {
    const found = terms.get(term);
    if (found?.blocks) board.add(found, { word: wordsOf(term) });
    else if (found) common.push({ term, holding: found.holding });
  }
  const total = common.reduce((most, { holding }) => Math.max(most, holding), board.size);
  common.sort((a, b) => b.holding - a.holding);
  while (board.size < limit && common.length > 0) await addWhole(common.pop() as CommonTerm);
  const candidates = board.best(limit);
  if (common.length > 0) await addTo(candidates);
  return { board, best: rescored(candidates, board), total: Math.max(total, board.size) };

  async function addWhole({ term }: CommonTerm): Promise<void> {
    const found = (await passages.lookup(actor, [term])).terms.get(term);
    if (found) board.add(found, { word: wordsOf(term) });
  }

  async function addTo(slots: readonly ScoredSlot[]): Promise<void> {
    const blocks = [...new Set(slots.map(({ block }) => block))];
    const names = common.map(({ term }) => term).toSorted();
    const found = await passages.lookup(actor, [...new Set(names)], { blocks });
    for (const name of names) {
      const postings = found.terms.get(name);
      if (postings) board.add(postings, { only: 'scored', word: wordsOf(name) });
    }
  }
}

/** The word of a term that shares it with others, and how many passages hold the commonest of these. */
function wordsBy(
  wordOf: ReadonlyMap<string, string> = new Map(),
  terms: ReadonlyMap<string, TermPostings>,
): (term: string) => Adding['word'] {
  const ways = Map.groupBy(terms.keys(), (term) => wordOf.get(term));
  return (term) => {
    const name = wordOf.get(term);
    const sharing = name === undefined ? [] : (ways.get(name) ?? []);
    if (name === undefined || sharing.length < 2) return undefined;
    return { name, holding: Math.max(...sharing.map((way) => terms.get(way)?.holding ?? 0)) };
  };
}

interface CommonTerm {
  readonly term: string;
  readonly holding: number;
}

function rescored(candidates: readonly ScoredSlot[], board: ScoreBoard): ScoredSlot[] {
  return candidates
    .map(({ block, slot }) => ({ block, slot, score: board.scoreOf({ block, slot }) }))
    .toSorted((a, b) => b.score - a.score || a.block - b.block || a.slot - b.slot);
}
