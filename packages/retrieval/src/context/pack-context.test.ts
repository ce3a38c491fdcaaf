import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../chunking/token-estimate.ts';
import { type ContextCandidate, packContext } from './pack-context.ts';

let keys = 0;
function memory(text: string, rest: Partial<ContextCandidate> = {}): ContextCandidate {
  keys += 1;
  return { key: `k${String(keys).padStart(6, '0')}`, kind: 'memory', text, score: 1, group: 'g', at: keys, ...rest };
}
const texts = ({ items }: { items: readonly ContextCandidate[] }): string[] => items.map(({ text }) => text);

it('takes the best first and leaves out whole what does not fit', () => {
  const long = 'A very long story about the harbour of the town and its ships. '.repeat(20);
  const packed = packContext([memory(long, { score: 3 }), memory('Ships sail at dawn.', { score: 2 })], 20);
  expect(texts(packed)).toEqual(['Ships sail at dawn.']);
  expect(packed.tokens).toBe(estimateTokens('Ships sail at dawn.'));
});

describe('repeats', () => {
  it.each([
    ['The deploy key is in the vault.', '  the deploy key is in the VAULT'],
    ['Wir treffen uns im Café.', 'Wir treffen uns im Cafe!'],
    ['The cat sat on a mat.', 'A cat sat on the mat.'],
    ['東京の会議は三時です。', '東京の会議は三時です'],
  ])('come once, in the newest form: %s', (older, newer) => {
    const packed = packContext([memory(older, { at: 1, score: 2 }), memory(newer, { at: 2, score: 1 })], 100);
    expect(texts(packed)).toEqual([newer]);
    expect(packed.items[0]?.score).toBe(2);
  });

  it('come once when long texts differ in a word', () => {
    const story = Array.from({ length: 40 }, (_, at) => `word${String.fromCodePoint(97 + (at % 26))}${'x'.repeat(at % 7)}`).join(' ');
    expect(packContext([memory(`${story} indeed`), memory(`${story} truly`)], 1000).items).toHaveLength(1);
  });

  it('come once among passages, the best one', () => {
    const passages = [
      memory('Refunds take 14 days.', { kind: 'passage', at: 1, score: 2, group: 'a' }),
      memory('Refunds take 14 days.', { kind: 'passage', at: 9, score: 1, group: 'b' }),
    ];
    expect(packContext(passages, 100).items.map(({ group }) => group)).toEqual(['a']);
  });

  it.each([
    ['Order 1234 was shipped to the north warehouse.', 'Order 1235 was shipped to the north warehouse.'],
    ['The build is green.', 'The build is not green.'],
    ['Progress is at 100%.', 'Progress is at 1000.'],
  ])('are not what differs in a number or a negation: %s', (one, other) => {
    expect(packContext([memory(one), memory(other)], 100).items).toHaveLength(2);
  });
});

describe('contradictions', () => {
  const monday = memory('The release is planned for Monday.', { at: 1, score: 3 });
  const tuesday = memory('The release is planned for Tuesday.', { at: 2, score: 1 });
  const friday = memory('The release is planned for Friday.', { at: 3, score: 2 });

  it('show the newest statement first', () => {
    const orders = [
      [monday, tuesday, friday],
      [friday, tuesday, monday],
    ];
    for (const order of orders) expect(texts(packContext(order, 100))).toEqual([friday.text, tuesday.text, monday.text]);
  });

  it.each([
    ['Alice lives in Paris.', 'Alice lives in Berlin now.'],
    ["Lena's phone number is 555-0101.", 'Lena has a new phone number: 555-0199.'],
    ['Unser Büro liegt in Zürich.', 'Unser Büro liegt jetzt in Basel.'],
    ['Max works at Acme.', 'Max now works at Initech.'],
  ])('show the newest first when it also says that it is new: %s', (older, newer) => {
    const packed = packContext([memory(older, { at: 1, score: 2, group: 'a' }), memory(newer, { at: 2, score: 1, group: 'b' })], 100);
    expect(texts(packed)).toEqual([newer, older]);
  });

  it('show the newest first across sessions', () => {
    const spread = [monday, tuesday, friday].map((each, at) => ({ ...each, group: `session ${at}` }));
    expect(texts(packContext(spread, 100))).toEqual([friday.text, tuesday.text, monday.text]);
  });

  it('never show an older statement without the newer one', () => {
    const one = estimateTokens(monday.text);
    expect(texts(packContext([monday, friday], one + 1))).toEqual([friday.text]);
    const older = memory('The release is planned for Monday in Lisbon.', { at: 1 });
    const newer = memory('The release is planned for Wednesday at noon in Lisbon.', { at: 9 });
    expect(texts(packContext([older, newer], estimateTokens(older.text)))).toEqual([]);
  });

  it('show the statement without "not" after a newer one with it', () => {
    const packed = packContext([memory('The build is green.', { at: 1, score: 2 }), memory('The build is not green.', { at: 2 })], 100);
    expect(texts(packed)).toEqual(['The build is not green.', 'The build is green.']);
  });
});

it('puts together what belongs together, in order of time, the best group first', () => {
  const packed = packContext(
    [
      memory('Apples ripen in autumn.', { group: 'a', at: 30, score: 1 }),
      memory('Bread needs an oven.', { group: 'b', at: 20, score: 5 }),
      memory('Cheese ages in caves.', { group: 'a', at: 10, score: 2 }),
      memory('Dough rests overnight.', { group: 'b', at: 5, score: 0.5 }),
    ],
    100,
  );
  expect(texts(packed).map((text) => text.charAt(0))).toEqual(['D', 'B', 'C', 'A']);
});

describe('laws', () => {
  const words = fc.constantFrom('red', 'green', 'blue', 'fast', 'slow', 'tea', 'not', 'Monday', 'Tuesday', '12', '東京', 'naïve', '.');
  const candidate = fc.record({
    kind: fc.constantFrom<ContextCandidate['kind']>('memory', 'passage'),
    text: fc.oneof(
      fc.array(words, { minLength: 1, maxLength: 9 }).map((each) => each.join(' ')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    ),
    score: fc.integer({ min: 0, max: 20 }),
    group: fc.constantFrom('a', 'b', 'c'),
    at: fc.integer({ min: 0, max: 30 }),
  });
  const candidates = fc.array(candidate, { maxLength: 40 }).map((all) => all.map((each, index) => ({ ...each, key: String(index) })));

  it('never exceeds the budget, repeats nothing and invents nothing', () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 0, max: 120 }), (given, budget) => {
        const { items, tokens } = packContext(given, budget);
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(tokens).toBe(items.reduce((sum, { text }) => sum + estimateTokens(text), 0));
        expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
        expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
        for (const { key, text } of items) expect(given[Number(key)]?.text).toBe(text);
      }),
    );
  });

  it('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 0, max: 120 }), (given, budget) => {
        expect(packContext(given.toReversed(), budget)).toEqual(packContext(given, budget));
      }),
    );
  });
});
