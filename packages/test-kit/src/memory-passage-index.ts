import {
  packPosting,
  type CodeSpan,
  type FoundPassage,
  type IngestedDocument,
  type PassageIndex,
  type PassageRef,
  type PassageSlot,
  type PassageTerms,
  type PostingBlock,
} from '@cairn/core';

export interface IndexedDocument {
  readonly id: string;
  readonly title: string;
  readonly passages: IngestedDocument['passages'];
  /** One for each passage, by one model; absent when it has none yet. */
  readonly vectors?: { readonly codes: Uint8Array; readonly vectors: Int8Array };
}

interface Place {
  readonly passage: FoundPassage;
  readonly vector: Int8Array | null;
}

/** A PassageIndex in memory: each document a block of its own. Vectors are of one model, whatever name is asked for. */
export class MemoryPassageIndex implements PassageIndex {
  /** How often postings were looked up. */
  lookups = 0;
  readonly #documents: readonly IndexedDocument[];
  readonly #gone = new Set<string>();
  readonly #places = new Map<string, Place>();
  readonly #blocks = new Map<string, number>();
  readonly #postings = new Map<string, Map<number, number[]>>();
  #terms = 0;

  constructor(documents: readonly IndexedDocument[]) {
    this.#documents = documents;
    for (const [block, document] of documents.entries()) {
      this.#blocks.set(document.id, block);
      this.#place(block, document);
      for (const [slot, { terms }] of document.passages.entries()) this.#index({ block, slot }, terms);
    }
  }

  /** Live passages. */
  get size(): number {
    return this.#live().reduce((sum, [, { passages }]) => sum + passages.length, 0);
  }

  /** From now on no passage of the document can be read; what is known of its terms and codes stays. */
  lose(documentId: string): void {
    this.#gone.add(documentId);
  }

  lookup: PassageIndex['lookup'] = (_actor, asked, { documentIds, blocks, budget = Number.POSITIVE_INFINITY } = {}) => {
    this.lookups += 1;
    const found = asked.map((term) => ({ term, lists: this.#lists(term) })).filter(({ lists }) => lists.length > 0);
    const counted = found.map(({ term, lists }) => ({
      term,
      lists,
      holding: lists.reduce((sum, { postings }) => sum + postings.length, 0),
    }));
    let read = 0;
    const terms = counted
      .toSorted((a, b) => a.holding - b.holding)
      .map(({ term, lists, holding }, rank) => {
        read += holding;
        const kept = lists.filter(
          ({ block }) =>
            (blocks?.includes(block) ?? true) && (documentIds?.includes((this.#documents[block] as IndexedDocument).id) ?? true),
        );
        return [term, { holding, blocks: rank === 0 || read <= budget ? kept : undefined }] as const;
      });
    return Promise.resolve({ stats: { passages: this.#places.size, terms: this.#terms }, terms: new Map(terms) });
  };

  locate: PassageIndex['locate'] = (_actor, slots, modelId) =>
    Promise.resolve(
      slots.flatMap(({ block, slot }, place) => {
        const found = this.#places.get(`${block} ${slot}`);
        if (!found || this.#gone.has(found.passage.documentId)) return [];
        const { documentId, versionId, ordinal } = found.passage;
        return [{ place, documentId, versionId, ordinal, vector: modelId === undefined ? null : found.vector }];
      }),
    );

  codes: PassageIndex['codes'] = (_actor, _modelId, since) => {
    const spans = this.#documents.flatMap(({ id, passages, vectors }, block): CodeSpan[] =>
      vectors ? [{ block, slot: 0, passages: passages.length, documentId: id, codes: vectors.codes }] : [],
    );
    const isNew = since === 0 && spans.length > 0;
    return Promise.resolve({ spans: isNew ? spans : [], upto: isNew ? 1 : undefined, more: false, newest: 1, passages: this.size });
  };

  passages: PassageIndex['passages'] = (_actor, refs) =>
    Promise.resolve(
      refs.flatMap((ref) => {
        const found = this.#places.get(this.#keyOf(ref));
        return found && !this.#gone.has(ref.documentId) ? [found.passage] : [];
      }),
    );

  #place(block: number, { id, title, passages, vectors }: IndexedDocument): void {
    for (const [ordinal, { terms: _, ...passage }] of passages.entries()) {
      const size = vectors ? vectors.vectors.length / passages.length : 0;
      this.#places.set(`${block} ${ordinal}`, {
        passage: { ...passage, documentId: id, versionId: id, ordinal, title },
        vector: vectors ? vectors.vectors.subarray(ordinal * size, (ordinal + 1) * size) : null,
      });
    }
  }

  #live(): [number, IndexedDocument][] {
    return [...this.#documents.entries()].filter(([, { id }]) => !this.#gone.has(id));
  }

  #index({ block, slot }: PassageSlot, { counts, length }: PassageTerms): void {
    this.#terms += length;
    for (const [term, count] of counts) {
      const lists = this.#postings.get(term) ?? new Map<number, number[]>();
      this.#postings.set(term, lists);
      const packed = packPosting({ slot, count, length });
      const list = lists.get(block);
      if (list) list.push(packed);
      else lists.set(block, [packed]);
    }
  }

  #lists(term: string): PostingBlock[] {
    return Array.from(this.#postings.get(term) ?? [], ([block, packed]) => ({ block, postings: Uint32Array.from(packed) }));
  }

  #keyOf({ documentId, ordinal }: PassageRef): string {
    return `${this.#blocks.get(documentId)} ${ordinal}`;
  }
}
