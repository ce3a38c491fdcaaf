/** Texts of one call that are embedded together. */
export interface Batch {
  readonly texts: readonly string[];
  readonly done: (vectors: readonly Float32Array[]) => void;
  readonly failed: (reason: unknown) => void;
  /** Whether nobody waits for it any more. */
  readonly isGone: () => boolean;
}

/** About what the model embeds in 20 ms: as long as a query waits for a batch that is under way. */
const maxCharacters = 1200;

/** Waiting batches: those of queries come first, whatever else waits. */
export class BatchQueue {
  readonly #queries: Batch[] = [];
  readonly #passages: Batch[] = [];

  add(kind: 'query' | 'passage', batch: Batch): void {
    (kind === 'query' ? this.#queries : this.#passages).push(batch);
  }

  /** The next batch that somebody waits for. */
  next(): Batch | undefined {
    for (;;) {
      const batch = this.#queries.shift() ?? this.#passages.shift();
      if (!batch?.isGone()) return batch;
    }
  }
}

/** Texts in their order, in groups of about 1,200 characters; a longer one stands alone. */
export function grouped(texts: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let characters = Infinity;
  for (const text of texts) {
    characters += text.length;
    if (characters > maxCharacters) {
      groups.push([]);
      characters = text.length;
    }
    groups.at(-1)?.push(text);
  }
  return groups;
}
