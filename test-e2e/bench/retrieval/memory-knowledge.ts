import type { Actor, FoundPassage, PassageIndex, PassageRef, Posting } from '@cairn/core';
import { ingest } from '@cairn/documents';
import { createExtractiveAnswerWriter } from '@cairn/models';
import { type KnowledgeFindings, searchKnowledge } from '@cairn/retrieval';

interface Source {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface MemoryKnowledge {
  readonly passages: number;
  search(query: string, limit: number): Promise<KnowledgeFindings>;
}

const actor: Actor = {
  kind: 'api_key',
  credentialId: 'bench',
  ownerId: 'bench',
  userId: 'bench',
  projectId: 'bench',
  workspaceId: 'bench',
  plan: 'free',
  role: 'owner',
  requestId: 'bench',
};

/** A knowledge base in memory that reads, ranks and answers as the product does. */
export function createMemoryKnowledge(sources: readonly Source[]): MemoryKnowledge {
  const index = new MemoryIndex(sources);
  const answers = createExtractiveAnswerWriter();
  return {
    passages: index.size,
    search: (query, limit) => searchKnowledge({ passages: index, answers }, actor, { query, limit, synthesize: true }),
  };
}

class MemoryIndex implements PassageIndex {
  readonly #postings = new Map<string, Posting[]>();
  readonly #passages = new Map<string, FoundPassage>();
  #terms = 0;

  constructor(sources: readonly Source[]) {
    for (const { id, title, text } of sources) {
      const { passages } = ingest({ bytes: new TextEncoder().encode(text), mediaType: 'text/markdown', title });
      for (const [ordinal, { terms, ...passage }] of passages.entries()) {
        const ref = { documentId: id, versionId: id, ordinal };
        this.#passages.set(keyOf(ref), { ...passage, ...ref, title });
        this.#terms += terms.length;
        for (const [term, count] of terms.counts) this.#listOf(term).push({ ...ref, count, length: terms.length });
      }
    }
  }

  get size(): number {
    return this.#passages.size;
  }

  lookup: PassageIndex['lookup'] = (_actor, terms) => {
    const postings = new Map(terms.map((term) => [term, this.#postings.get(term) ?? []]));
    return Promise.resolve({ stats: { passages: this.size, terms: this.#terms }, postings });
  };

  passages: PassageIndex['passages'] = (_actor, refs) => Promise.resolve(refs.flatMap((ref) => this.#passages.get(keyOf(ref)) ?? []));

  #listOf(term: string): Posting[] {
    const list = this.#postings.get(term) ?? [];
    this.#postings.set(term, list);
    return list;
  }
}

function keyOf({ documentId, ordinal }: PassageRef): string {
  return `${documentId} ${ordinal}`;
}
