import type { Actor, Answer, AnswerWriter, FoundPassage, PassageIndex, Posting } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { passageTerms } from '../analysis/passage-terms.ts';
import { type KnowledgeFindings, type KnowledgeSearch, searchKnowledge } from './search-knowledge.ts';

const actor: Actor = {
  kind: 'api_key',
  credentialId: 'c',
  ownerId: 'o',
  userId: 'u',
  projectId: 'p',
  workspaceId: 'w',
  plan: 'free',
  role: 'owner',
  requestId: 'r',
};

/** An index of one-passage documents, id to text; those named as gone are in the postings and no longer readable. */
function indexOf(documents: Readonly<Record<string, string>>, gone: readonly string[] = []): PassageIndex {
  const passages = Object.entries(documents).map(([id, text]): FoundPassage => ({
    documentId: id,
    versionId: id,
    ordinal: 0,
    title: id,
    headings: [],
    start: 0,
    end: text.length,
    text,
  }));
  return {
    lookup(_actor, terms, filter) {
      const searched = passages.filter(({ documentId }) => filter?.documentIds?.includes(documentId) ?? true);
      const indexed = searched.map((passage) => ({ passage, found: passageTerms(passage, passage.title) }));
      const postings = new Map<string, Posting[]>();
      for (const term of terms) {
        const list = indexed.flatMap(({ passage: { documentId, versionId, ordinal }, found }) => {
          const count = found.counts.get(term) ?? 0;
          return count > 0 ? [{ documentId, versionId, ordinal, count, length: found.length }] : [];
        });
        if (list.length > 0) postings.set(term, list);
      }
      const length = indexed.reduce((sum, { found }) => sum + found.length, 0);
      return Promise.resolve({ stats: { passages: indexed.length, terms: length }, postings });
    },
    passages(_actor, refs) {
      const readable = refs.filter(({ documentId }) => !gone.includes(documentId));
      return Promise.resolve(readable.flatMap(({ documentId }) => passages.find((passage) => passage.documentId === documentId) ?? []));
    },
  };
}

/** Quotes the whole first passage. */
const quoting: AnswerWriter = {
  write(_query, [hit]) {
    const citations = hit
      ? [{ marker: 1, documentId: hit.documentId, title: hit.title, quote: hit.text, start: hit.start, end: hit.end }]
      : [];
    return Promise.resolve({ answer: 'See [1].', kind: 'extractive', citations });
  },
};

function answering(answer: Answer): AnswerWriter {
  return { write: () => Promise.resolve(answer) };
}

function search(
  passages: PassageIndex,
  request: Partial<KnowledgeSearch> & { query: string },
  answers = quoting,
): Promise<KnowledgeFindings> {
  return searchKnowledge({ passages, answers }, actor, { limit: 8, synthesize: true, ...request });
}

const corpus = {
  refunds: 'Refunds are paid within 30 days.',
  shipping: 'Shipping takes two days.',
  prices: 'It is 100% free, not 1000 dollars.',
  cost: 'It costs 1000 dollars.',
};

it('finds, ranks and has an answer written', async () => {
  const found = await search(indexOf(corpus), { query: 'When are refunds paid?' });
  expect(found.hits.map(({ documentId }) => documentId)).toEqual(['refunds']);
  expect(found.hits[0]?.score).toBeGreaterThan(0);
  expect(found).toMatchObject({ answer: 'See [1].', kind: 'extractive', total: 1, citations: [{ quote: corpus.refunds }] });
});

it('writes no answer when none is wanted', async () => {
  expect(await search(indexOf(corpus), { query: 'refunds', synthesize: false })).toMatchObject({
    answer: '',
    kind: 'none',
    citations: [],
    total: 1,
  });
});

it.each(['', '  ', '?!', 'the of and', 'zebra'])('finds nothing for %j', async (query) => {
  expect(await search(indexOf(corpus), { query })).toEqual({ answer: '', kind: 'none', citations: [], hits: [], total: 0 });
});

it.each(["What's & | ! ( ) :* refunds", '"refunds', "refunds'; DROP TABLE documents;--"])(
  'takes operators literally in %j',
  async (query) => {
    expect((await search(indexOf(corpus), { query })).hits[0]?.documentId).toBe('refunds');
  },
);

it('does not find 1000 by 100%', async () => {
  expect((await search(indexOf(corpus), { query: '100%' })).hits.map(({ documentId }) => documentId)).toEqual(['prices']);
});

it('searches only the documents asked for, and none for an empty list', async () => {
  expect((await search(indexOf(corpus), { query: 'days', documentIds: ['shipping'] })).hits.map(({ documentId }) => documentId)).toEqual([
    'shipping',
  ]);
  expect((await search(indexOf(corpus), { query: 'days', documentIds: [] })).hits).toEqual([]);
});

describe('repeats', () => {
  const copies = { a: 'Same  TEXT here.', b: 'same text here.', c: 'Same téxt here.', d: 'Other text here, longer than the same.' };

  it('shows passages of the same text once and fills the page with others', async () => {
    const found = await search(indexOf(copies), { query: 'text', limit: 2 });
    expect(found.hits.map(({ documentId }) => documentId)).toEqual(['a', 'd']);
    expect(found.total).toBe(2);
  });

  it('leaves out what is gone meanwhile', async () => {
    expect((await search(indexOf(copies, ['a', 'b', 'c']), { query: 'text', limit: 1 })).hits.map(({ documentId }) => documentId)).toEqual([
      'd',
    ]);
  });
});

it('withholds an answer that its passages do not support', async () => {
  const invented = answering({
    answer: 'Never. [1]',
    kind: 'model',
    citations: [{ marker: 1, documentId: 'refunds', title: 'refunds', quote: 'Never.', start: 0, end: 6 }],
  });
  const found = await search(indexOf(corpus), { query: 'refunds' }, invented);
  expect(found).toMatchObject({ answer: '', kind: 'none', citations: [], total: 1 });
});

it('stops when the caller has gone', async () => {
  await expect(search(indexOf(corpus), { query: 'refunds', signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
});

it('looks again when a document was replaced between the index and its passages', async () => {
  const old = indexOf({ a: 'albatross of old' }, ['a']);
  const replaced = indexOf({ b: 'albatross of new' });
  let looks = 0;
  const index: PassageIndex = {
    lookup: (...asked) => (++looks === 1 ? old : replaced).lookup(...asked),
    passages: (...asked) => (looks === 1 ? old : replaced).passages(...asked),
  };
  const { hits, total } = await searchKnowledge({ passages: index, answers: quoting }, actor, {
    query: 'albatross',
    limit: 8,
    synthesize: false,
  });
  expect([hits.map(({ documentId }) => documentId), total, looks]).toEqual([['b'], 1, 2]);
});
