/**
 * What a block is. `code`, `table` and `markup` (HTML) are taken line by line, `metadata` is front matter, and `hidden`
 * (comments, scripts, styles) is part of the text that no reader sees: it is in no passage.
 */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'code' | 'table' | 'markup' | 'metadata' | 'hidden';

/** A stretch of the text. Offsets are UTF-16, end exclusive. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly kind: BlockKind;
  /** Path of headings that it stands under, outermost first; a heading's own path ends with itself. */
  readonly headings: readonly string[];
  /** Page or slide that it begins on, from 1; absent when the document has none. */
  readonly page?: number;
}

/** A document's full text as it is stored and cited, and what its parts are. */
export interface StructuredText {
  readonly text: string;
  /** In order, disjoint. Text between two blocks (a list's markers) belongs to the next one. */
  readonly blocks: readonly Block[];
  /** What was changed or left out, a sentence each. */
  readonly warnings: readonly string[];
}
