import type { Actor } from '../principal.ts';
import type { FoundPassage, PassageRef, Posting } from './passage.ts';

export interface IndexStats {
  readonly passages: number;
  /** Sum of the passages' lengths in terms. */
  readonly terms: number;
}

/** The inverted index over the live versions of a project's documents. Terms are hashed under the project's key on the way in. */
export interface PassageIndex {
  /** Postings of each asked term (absent when it has none) and the size of the index, read in one snapshot. */
  lookup(
    actor: Actor,
    terms: readonly string[],
    filter?: { documentIds?: readonly string[] | undefined },
  ): Promise<{ stats: IndexStats; postings: ReadonlyMap<string, readonly Posting[]> }>;
  /** In the order asked; a passage that is gone meanwhile is left out. */
  passages(actor: Actor, refs: readonly PassageRef[]): Promise<readonly FoundPassage[]>;
}
