/** Where a passage stands in the index. A slot is never given to another passage. */
export interface PassageSlot {
  readonly block: number;
  readonly slot: number;
}

/** A term in a passage. Counts above 63 and lengths above 1,023 are kept as these: a score hardly tells them apart. */
export interface Posting {
  /** Below 65,536. */
  readonly slot: number;
  /** Occurrences of the term in the passage. */
  readonly count: number;
  /** Number of terms in the passage. */
  readonly length: number;
}

const maxCount = 63;
const maxLength = 1023;

/** A posting as one number of 32 bits; packed postings sort by slot. */
export function packPosting({ slot, count, length }: Posting): number {
  return ((slot << 16) | (Math.min(count, maxCount) << 10) | Math.min(length, maxLength)) >>> 0;
}

export function unpackPosting(packed: number): Posting {
  return { slot: packed >>> 16, count: (packed >>> 10) & maxCount, length: packed & maxLength };
}

/** The passages of one block that hold a term. */
export interface PostingBlock {
  readonly block: number;
  /** Packed postings, by slot. */
  readonly postings: Uint32Array;
}

export interface TermPostings {
  /** How many live passages of the project hold the term, whatever the filter. */
  readonly holding: number;
  /** Undefined when the term is too common to be read within the budget. */
  readonly blocks: readonly PostingBlock[] | undefined;
}
