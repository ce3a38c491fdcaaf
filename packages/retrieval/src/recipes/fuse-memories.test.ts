import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseMemories, type MemoryCandidate } from './fuse-memories.ts';

const found = (key: string, rest: Partial<MemoryCandidate> = {}): MemoryCandidate => ({
  key,
  lexical: 0,
  session: null,
  speaker: null,
  ...rest,
});
const keys = (query: string, candidates: readonly MemoryCandidate[]): string[] => fuseMemories(query, candidates, 10).map(({ key }) => key);

it('ranks by words alone when nothing has a vector', () => {
  expect(keys('tea', [found('a', { lexical: 1 }), found('b', { lexical: 3 })])).toEqual(['b', 'a']);
});

it('finds by meaning what holds none of the words', () => {
  const near = found('near', { dense: 0.8 });
  expect(keys('tea', [near, found('far', { dense: 0.1 }), found('word', { lexical: 1, dense: 0.2 })]).slice(0, 2)).toEqual([
    'word',
    'near',
  ]);
});

it('prefers what somebody said whom the query names, whatever the case or accent', () => {
  const candidates = [found('ann', { lexical: 5, speaker: 'Ann' }), found('zoe', { lexical: 5, speaker: 'Zoë Miller' })];
  expect(keys('What did zoe drink?', candidates)[0]).toBe('zoe');
  expect(keys('What did ANN drink?', candidates)[0]).toBe('ann');
});

it('prefers the memory of a session that has more to say', () => {
  const candidates = [
    found('alone', { lexical: 5, session: 'short' }),
    found('helped', { lexical: 5, session: 'long' }),
    found('beside', { lexical: 4, session: 'long' }),
  ];
  expect(keys('tea', candidates)[0]).toBe('helped');
});

it('prefers without a session the memory that was saved next to others of the matter', () => {
  const place = (order: number) => ({ order, at: 0, agentId: null });
  const candidates = [
    found('alone', { lexical: 5, place: place(1) }),
    found('helped', { lexical: 5, place: place(50) }),
    found('beside', { lexical: 4, place: place(52) }),
  ];
  expect(keys('tea', candidates)[0]).toBe('helped');
});

it('does not put a memory that has no vector yet behind everything that has one', () => {
  const old = ['a', 'b', 'c'].map((key, at) => found(key, { lexical: 2, dense: 0.5 + at / 10 }));
  expect(keys('tea', [...old, found('new', { lexical: 8 })])[0]).toBe('new');
});

describe('laws', () => {
  const candidate = fc.record({
    lexical: fc.nat(20),
    dense: fc.option(
      fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
      { nil: undefined },
    ),
    session: fc.constantFrom(null, 's', 't', ''),
    speaker: fc.constantFrom(null, 'Ann', 'Zoë'),
    place: fc.option(
      fc.record({ order: fc.nat(30), at: fc.nat(5).map((hours) => hours * 3_000_000), agentId: fc.constantFrom(null, 'a') }),
      {
        nil: undefined,
      },
    ),
  });
  const candidates = fc.array(candidate, { maxLength: 20 }).map((all) => all.map((each, at) => ({ ...each, key: `k${at}` })));

  it('ranks every candidate once, whatever their order', () => {
    fc.assert(
      fc.property(candidates, fc.constantFrom('', 'Ann', 'tea with zoe'), (given, query) => {
        const ranked = fuseMemories(query, given, 50).map(({ key }) => key);
        expect(ranked.toSorted()).toEqual(given.map(({ key }) => key).toSorted());
        expect(fuseMemories(query, given.toReversed(), 50).map(({ key }) => key)).toEqual(ranked);
      }),
    );
  });
});
