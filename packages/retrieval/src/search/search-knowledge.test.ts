import type { Actor, Answer, AnswerWriter, Embedder, PassageIndex, Reranker } from '@cairn/core';
import { type IndexedDocument, MemoryPassageIndex } from '@cairn/test-kit';
import { describe, expect, it } from 'vitest';
import { passageTerms } from '../analysis/passage-terms.ts';
import { createCodeCache } from '../dense/code-cache.ts';
import { createQueryVectors } from '../dense/query-vectors.ts';
import { packVectors } from '../dense/vector-codec.ts';
import { type KnowledgeFindings, type KnowledgeSearch, type KnowledgeSearchDeps, searchKnowledge } from './search-knowledge.ts';

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
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** An index of one-passage documents, id to text; those named as gone are in the postings and no longer readable. */
function indexOf(documents: Readonly<Record<string, string>>, gone: readonly string[] = []): MemoryPassageIndex {
  const index = new MemoryPassageIndex(Object.entries(documents).map(([id, text]) => indexed(id, text)));
  for (const id of gone) index.lose(id);
  return index;
}

function indexed(id: string, text: string): IndexedDocument {
  const passage = { start: 0, end: text.length, headings: [], text };
  return { id, title: id, passages: [{ ...passage, terms: passageTerms(passage, id) }] };
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

type Request = Partial<KnowledgeSearch> & { query: string };

function search(passages: PassageIndex, request: Request, deps: Partial<KnowledgeSearchDeps> = {}): Promise<KnowledgeFindings> {
  return searchKnowledge({ passages, answers: quoting, ...deps }, actor, { limit: 8, synthesize: true, ...request });
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

it('puts what says the words itself before what only stands under them', async () => {
  const passages = [
    { id: 'report', headings: ['Kestrel Cooperative'], text: 'Семь человек работают здесь.' },
    { id: 'laboratory', headings: [], text: 'Wear goggles near the formalin, keep the doors closed and wash your hands.' },
    { id: 'other', headings: [], text: Array.from({ length: 90 }, (_, at) => `filler${at}`).join(' ') },
  ].map(({ id, ...rest }): IndexedDocument => {
    const passage = { start: 0, end: rest.text.length, ...rest };
    return { id, title: id, passages: [{ ...passage, terms: passageTerms(passage, id) }] };
  });
  const { hits } = await search(new MemoryPassageIndex(passages), { query: 'Kestrel cooperative, goggles, formalin' });
  expect(hits.map(({ documentId }) => documentId)).toEqual(['laboratory', 'report']);
});

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

  it('shows what a document says twice where it says it first, whichever place was found better', async () => {
    const texts = ['Herons eat fish.', 'Nothing else.', 'Weather report.', 'Herons eat fish.', 'Herons of the north.'];
    const passages = texts.map((text, at) => ({ start: at * 100, end: at * 100 + text.length, headings: [], text }));
    const document = { id: 'birds', title: 'birds', passages: passages.map((each) => ({ ...each, terms: passageTerms(each, 'birds') })) };
    const found = await search(new MemoryPassageIndex([document]), { query: 'What do herons eat?' });
    expect(found.hits.map(({ ordinal }) => ordinal)).toEqual([0, 4]);
    expect(found.hits.map(({ start }) => start)).toEqual([0, 400]);
  });

  it('leaves out what is gone meanwhile', async () => {
    expect((await search(indexOf(copies, ['a', 'b', 'c']), { query: 'text', limit: 1 })).hits.map(({ documentId }) => documentId)).toEqual([
      'd',
    ]);
  });
});

describe('a passage of several sections', () => {
  const text = '# Leave\n\nTwenty days a year.\n\n# Travel\n\nTrains are booked by the office.';
  const sections = [
    { start: 0, headings: ['Leave'] },
    { start: text.indexOf('# Travel'), headings: ['Travel'] },
  ];
  const passages = [
    { start: 0, end: text.length, headings: [], text, page: 3, sections, terms: passageTerms({ headings: [], text }, 'Handbook') },
  ];
  const index = new MemoryPassageIndex([{ id: 'd', title: 'Handbook', passages }]);

  it.each([
    ['Who books the trains?', ['Travel']],
    ['How many days of leave?', ['Leave']],
  ])('is shown under the section that says most of the query: %s', async (query, section) => {
    expect((await search(index, { query })).hits[0]).toMatchObject({ headings: [], section });
  });

  it('is cited with the heading above the quote and the page', async () => {
    const quote = 'Trains are booked by the office.';
    const start = text.indexOf(quote);
    const citations = [{ marker: 1, documentId: 'd', title: 'Handbook', quote, start, end: start + quote.length }];
    const answers = answering({ answer: 'By the office. [1]', kind: 'model', citations });
    const found = await search(index, { query: 'trains' }, { answers });
    expect(found.citations).toEqual([{ ...citations[0], headings: ['Travel'], page: 3 }]);
  });
});

it('withholds an answer that its passages do not support', async () => {
  const invented = answering({
    answer: 'Never. [1]',
    kind: 'model',
    citations: [{ marker: 1, documentId: 'refunds', title: 'refunds', quote: 'Never.', start: 0, end: 6 }],
  });
  const found = await search(indexOf(corpus), { query: 'refunds' }, { answers: invented });
  expect(found).toMatchObject({ answer: '', kind: 'none', citations: [], total: 1 });
});

it('stops when the caller has gone', async () => {
  await expect(search(indexOf(corpus), { query: 'refunds', signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
});

it('looks again when a document was replaced between the index and its passages', async () => {
  const old = indexOf({ a: 'albatross of old' }, ['a']);
  const replaced = indexOf({ b: 'albatross of new' });
  let looks = 0;
  const current = (): PassageIndex => (looks === 1 ? old : replaced);
  const index: PassageIndex = {
    lookup: (...asked) => (++looks === 1 ? old : replaced).lookup(...asked),
    locate: (...asked) => current().locate(...asked),
    codes: (...asked) => current().codes(...asked),
    passages: (...asked) => current().passages(...asked),
  };
  const { hits, total } = await searchKnowledge({ passages: index, answers: quoting }, actor, {
    query: 'albatross',
    limit: 8,
    synthesize: false,
  });
  expect([hits.map(({ documentId }) => documentId), total, looks]).toEqual([['b'], 1, 2]);
});

describe('with an embedding model', () => {
  /** Each word of a text is a direction of its own; what means the same points the same way. */
  const meanings: Readonly<Record<string, number>> = {
    refund: 0,
    reimbursement: 0,
    parcel: 1,
    shipping: 1,
    weather: 2,
    rain: 2,
    file_name: 3,
    filename: 3,
  };

  function vectorOf(text: string): Float32Array {
    const vector = new Float32Array(16);
    for (const word of text.toLowerCase().split(/\W+/)) {
      const direction = meanings[word] ?? 8 + (word.length % 8);
      vector[direction] = (vector.at(direction) ?? 0) + (word in meanings ? 4 : 0.5);
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  }

  const embedder: Embedder = { modelId: 'meanings', embed: (texts) => Promise.resolve(texts.map(vectorOf)) };
  const texts = {
    refunds: 'A refund arrives within a month.',
    shipping: 'The parcel takes two days.',
    weather: 'It may rain today.',
  };

  const embedded = (documents: Readonly<Record<string, string>>): MemoryPassageIndex =>
    new MemoryPassageIndex(
      Object.entries(documents).map(([id, text]) => ({ ...indexed(id, text), vectors: packVectors([vectorOf(text)]) })),
    );

  const dense = (model: Embedder = embedder) => ({
    queries: createQueryVectors({ embedder: model, withinMs: 50 }),
    codes: createCodeCache(1_000_000),
  });

  it('finds what means the same in other words, and counts it', async () => {
    const found = await search(embedded(texts), { query: 'reimbursement' }, { dense: dense() });
    expect(found.hits.map(({ documentId }) => documentId)).toEqual(['refunds']);
    expect(found.total).toBe(1);
    expect(found.hits[0]?.score).toBeGreaterThan(0);
  });

  it('lists nothing that is near to nothing, and nothing with a score of 0', async () => {
    const found = await search(embedded(texts), { query: 'sunshine' }, { dense: dense() });
    expect(found.hits.filter(({ similarity = 0 }) => similarity < 0.3)).toEqual([]);
    const both = await search(embedded({ a: 'A refund.', b: 'Some refund and a parcel.' }), { query: 'reimbursement' }, { dense: dense() });
    expect(both.hits.map(({ documentId }) => documentId)).toEqual(['a', 'b']);
    expect(both.hits.every(({ score }) => score > 0)).toBe(true);
  });

  it('lists beside an identifier nothing that only means something like it, unless nothing holds it', async () => {
    const documents = { exact: 'Set file_name here.', near: 'Set filename here.' };
    const asked = { query: 'file_name' };
    expect((await search(embedded(documents), asked, { dense: dense() })).hits.map(({ documentId }) => documentId)).toEqual(['exact']);
    expect((await search(embedded({ near: documents.near }), asked, { dense: dense() })).hits).toHaveLength(1);
    expect((await search(embedded(documents), { query: 'filename' }, { dense: dense() })).hits[0]?.documentId).toBe('near');
  });

  it('keeps to the documents asked for', async () => {
    const found = await search(embedded(texts), { query: 'reimbursement', documentIds: ['weather'] }, { dense: dense() });
    expect(found.hits.map(({ documentId }) => documentId)).not.toContain('refunds');
  });

  it('finds a document that has no vector yet by its words', async () => {
    const index = new MemoryPassageIndex([
      { ...indexed('a', texts.refunds), vectors: packVectors([vectorOf(texts.refunds)]) },
      indexed('b', 'A parcel and a refund.'),
    ]);
    const found = await search(index, { query: 'refund' }, { dense: dense() });
    expect(found.hits.map(({ documentId }) => documentId).toSorted()).toEqual(['a', 'b']);
  });

  it('leaves out what is gone though its code is still known', async () => {
    const index = embedded(texts);
    const parts = dense();
    await search(index, { query: 'reimbursement' }, { dense: parts });
    index.lose('refunds');
    expect((await search(index, { query: 'reimbursement' }, { dense: parts })).hits.map(({ documentId }) => documentId)).not.toContain(
      'refunds',
    );
  });

  it.each<[string, Embedder]>([
    ['fails', { modelId: 'm', embed: () => Promise.reject(new Error('down')) }],
    ['says nothing', { modelId: 'm', embed: () => new Promise(() => {}) }],
    ['gives nothing', { modelId: 'm', embed: () => Promise.resolve([]) }],
    ['gives vectors of another length', { modelId: 'm', embed: () => Promise.resolve([Float32Array.of(1)]) }],
  ])('searches by words when the model %s, and soon', async (_, model) => {
    const begun = performance.now();
    const parts = dense(model);
    for (const round of [1, 2]) {
      const found = await search(embedded(texts), { query: `refund ${round}` }, { dense: parts });
      expect(found.hits.map(({ documentId }) => documentId)).toEqual(['refunds']);
    }
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('makes no vector of a query that says nothing', async () => {
    let calls = 0;
    const counting: Embedder = { modelId: 'm', embed: (asked) => ((calls += 1), embedder.embed(asked, { kind: 'query' })) };
    await search(embedded(texts), { query: '?!' }, { dense: dense(counting) });
    expect(calls).toBe(0);
  });
});

describe('with a reranker', () => {
  const copies = { a: 'first text of many words', b: 'second text', c: 'third text that says more' };
  const preferring = (word: string): Reranker => ({
    rerank: (_query, texts) => Promise.resolve(texts.map((text) => (text.includes(word) ? 1 : 0))),
  });

  it('takes its order, and its scores', async () => {
    const found = await search(indexOf(copies), { query: 'text', limit: 2 }, { reranker: preferring('third') });
    expect(found.hits.map(({ documentId, score }) => [documentId, score])[0]).toEqual(['c', 1]);
    expect(found.hits).toHaveLength(2);
  });

  it.each<[string, Reranker]>([
    ['fails', { rerank: () => Promise.reject(new Error('down')) }],
    ['scores too few', { rerank: () => Promise.resolve([1]) }],
    ['scores with no numbers', { rerank: (_query, texts) => Promise.resolve(texts.map(() => Number.NaN)) }],
  ])('keeps the order when it %s', async (_, reranker) => {
    const plain = await search(indexOf(copies), { query: 'text' });
    expect((await search(indexOf(copies), { query: 'text' }, { reranker })).hits).toEqual(plain.hits);
  });
});
