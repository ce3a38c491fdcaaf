import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerParts } from './answer-parts.ts';

test('markers of citations are told from text that looks like them', () => {
  expect(answerParts('It rains [1]. See a[0] and [2][1].', new Set([1, 2]))).toEqual([
    { kind: 'text', text: 'It rains ' },
    { kind: 'marker', marker: 1 },
    { kind: 'text', text: '. See a[0] and ' },
    { kind: 'marker', marker: 2 },
    { kind: 'marker', marker: 1 },
    { kind: 'text', text: '.' },
  ]);
});

test('the parts together are the answer', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('[1]', '[2]', '[9]'))), (pieces) => {
      const answer = pieces.join('');
      const parts = answerParts(answer, new Set([1, 2]));
      expect(parts.map((part) => (part.kind === 'text' ? part.text : `[${part.marker}]`)).join('')).toBe(answer);
    }),
  );
});
