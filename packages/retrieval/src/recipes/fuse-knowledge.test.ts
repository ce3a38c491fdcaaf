import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseKnowledge, type KnowledgeCandidate } from './fuse-knowledge.ts';

const found = (key: string, rest: Partial<KnowledgeCandidate> = {}): KnowledgeCandidate => ({
  key,
  documentId: key.charAt(0),
  ordinal: Number(key.slice(1)),
  lexical: 0,
  ...rest,
});
const keys = (candidates: readonly KnowledgeCandidate[], limit = 10): string[] => fuseKnowledge(candidates, limit).map(({ key }) => key);

it('ranks by words alone when nothing has a vector', () => {
  expect(keys([found('a1', { lexical: 1 }), found('b1', { lexical: 3 }), found('c1', { lexical: 2 })])).toEqual(['b1', 'c1', 'a1']);
});

it('ranks by words and by meaning together', () => {
  const both = found('a1', { lexical: 8, dense: 0.7 });
  expect(keys([found('b1', { lexical: 9, dense: 0.1 }), both, found('c1', { dense: 0.72 })])[0]).toBe('a1');
});

it('prefers of two equal passages the one whose neighbours are found too', () => {
  const surrounded = [found('b4', { lexical: 2 }), found('b5', { lexical: 5 }), found('b6', { lexical: 4 })];
  expect(keys([found('a5', { lexical: 5 }), ...surrounded])[0]).toBe('b5');
});

it('does not put the only passage of a document behind one whose neighbours hardly match', () => {
  const weak = [found('b4', { lexical: 0.1 }), found('b5', { lexical: 5 }), found('b6', { lexical: 0.1 })];
  expect(keys([...weak, found('c0', { lexical: 5 })])[0]).toBe('c0');
});

it('takes a passage without a vector to mean what its words say', () => {
  const embedded = [found('a1', { lexical: 2, dense: 0.6 }), found('b1', { lexical: 1, dense: 0.3 })];
  expect(keys([...embedded, found('c1', { lexical: 9 })])[0]).toBe('c1');
});

it('shows the lower key first when all is equal', () => {
  expect(keys([found('b1', { lexical: 5 }), found('a1', { lexical: 5 })])).toEqual(['a1', 'b1']);
});

describe('laws', () => {
  const candidates = fc
    .uniqueArray(
      fc.record({
        documentId: fc.constantFrom('a', 'b'),
        ordinal: fc.nat(8),
        lexical: fc.nat(20),
        dense: fc.option(
          fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
          { nil: undefined },
        ),
      }),
      { selector: ({ documentId, ordinal }) => `${documentId}${ordinal}`, maxLength: 12 },
    )
    .map((all) => all.map((each): KnowledgeCandidate => ({ ...each, key: `${each.documentId}${each.ordinal}` })));

  it('ranks every candidate once, whatever their order', () => {
    fc.assert(
      fc.property(candidates, (given) => {
        const ranked = fuseKnowledge(given, 50);
        expect(ranked.map(({ key }) => key).toSorted()).toEqual(given.map(({ key }) => key).toSorted());
        expect(fuseKnowledge(given.toReversed(), 50).map(({ key }) => key)).toEqual(ranked.map(({ key }) => key));
      }),
    );
  });

  it('does not change when all words weigh double', () => {
    fc.assert(
      fc.property(candidates, (given) => {
        const doubled = given.map((each) => ({ ...each, lexical: each.lexical * 2 }));
        expect(keys(doubled, 50)).toEqual(keys(given, 50));
      }),
    );
  });
});
