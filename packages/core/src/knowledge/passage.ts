/** Where in a document's full text a section begins, and the path of headings above it. */
export interface PassageSection {
  readonly start: number;
  readonly headings: readonly string[];
}

/** A stretch of a document's full text that is found and cited as one. Offsets are UTF-16, end exclusive. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Path of headings above all of it, outermost first; empty when there is none. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Page or slide that it begins on, from 1; absent when the document has none. */
  readonly page?: number;
  /** Names of the columns of the table in whose later rows it begins, or the first field of the record in which it does: found and embedded with it, not a part of its text. */
  readonly columns?: string;
  /** The sections that it is of, in order, when it is of several; the first begins with it. */
  readonly sections?: readonly PassageSection[];
}

/** How often each term occurs in a passage and how many terms it has in all; the input of BM25. */
export interface PassageTerms {
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Points at a passage of a document's live version. */
export interface PassageRef {
  readonly documentId: string;
  readonly versionId: string;
  readonly ordinal: number;
}

/** A passage with the document that it is from. */
export interface FoundPassage extends Passage, PassageRef {
  readonly title: string;
}
