import type { Actor } from '../principal.ts';
import type { FoundPassage, PassageRef } from './passage.ts';
import type { PassageSlot, TermPostings } from './posting.ts';

export interface IndexStats {
  readonly passages: number;
  /** Sum of the passages' lengths in terms. */
  readonly terms: number;
}

export interface LookupOptions {
  /** Only postings of these documents. */
  readonly documentIds?: readonly string[] | undefined;
  /** Only postings of these blocks; not together with `documentIds`. */
  readonly blocks?: readonly number[] | undefined;
  /** Terms are read from the rarest on until this many postings; the rarest always is. Default: all are. */
  readonly budget?: number | undefined;
}

/** A passage of a live version that was asked for by its slot. */
export interface LocatedPassage extends PassageRef {
  /** Index in what was asked. */
  readonly place: number;
  /** One signed byte a dimension; null when it has no visible vector of the model. */
  readonly vector: Int8Array | null;
}

/** Codes of passages that stand side by side in a block. */
export interface CodeSpan {
  readonly block: number;
  /** Slot of the first. */
  readonly slot: number;
  readonly passages: number;
  readonly documentId: string;
  /** One after another. */
  readonly codes: Uint8Array;
}

export interface CodePage {
  readonly spans: readonly CodeSpan[];
  /** Pass it to see what comes after; undefined when nothing came. */
  readonly upto: number | undefined;
  /** Whether more is there already. */
  readonly more: boolean;
  /** The project's newest generation; lower than one that was seen only when another database answers. */
  readonly newest: number;
  /** Live passages of the project, with vectors or not. */
  readonly passages: number;
}

/**
 * The index over the live versions of a project's documents: terms, hashed under the project's key on the way in, and vectors.
 * What it says of slots may be out of date a moment later; `locate` and `passages` tell what is still there.
 */
export interface PassageIndex {
  /** Where the asked terms are (those that no passage holds are absent) and the size of the index, in one snapshot. */
  lookup(
    actor: Actor,
    terms: readonly string[],
    options?: LookupOptions,
  ): Promise<{ stats: IndexStats; terms: ReadonlyMap<string, TermPostings> }>;
  /** What is gone meanwhile is left out. `modelId` undefined reads no vectors. */
  locate(actor: Actor, slots: readonly PassageSlot[], modelId?: string): Promise<readonly LocatedPassage[]>;
  /**
   * Codes of a model's vectors that became visible after a generation (0: all), oldest first, in pages. Those of a passage that
   * is gone meanwhile are not taken back.
   */
  codes(actor: Actor, modelId: string, since: number): Promise<CodePage>;
  /** In the order asked; a passage that is gone meanwhile is left out. */
  passages(actor: Actor, refs: readonly PassageRef[]): Promise<readonly FoundPassage[]>;
}
