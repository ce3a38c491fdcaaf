import type { SearchHit } from '@cairn/core';
import { isSupported } from '@cairn/retrieval';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { writtenUp } from './write-up.ts';

const texts = [
  'Refunds are paid within **30 days** of the purchase.\n\nBring the receipt.',
  '犬は散歩が好きです。猫は魚が好きです。',
  '| Plan | Limit |\n|---|---|\n| Free | 1,000 |',
];
const hits = texts.map((text, at): SearchHit => ({
  documentId: `d${at}`,
  versionId: 'v',
  ordinal: at,
  title: `Title ${at}`,
  headings: ['H'],
  start: at * 100,
  end: at * 100 + text.length,
  text,
  score: 1,
}));

const pieces = constantFrom(
  'Refunds are paid within 30 days',
  ' "paid within 30 days"',
  '[1]',
  '[2 "猫は魚"]',
  '[1 "Bring the receipt"]',
  '[3, 1]',
  '[9]',
  '【1】',
  '[[1]]',
  '[1](https://evil.example)',
  '. ',
  '? ',
  '\n',
  '- ',
  '猫は魚が好きです。',
  'Free has 1000 of limit',
  '45',
  '![x](https://evil.example/?q=',
  'https://evil.example/',
  '<b>',
  '<think>',
  '```',
  '\u{e000}0\u{e001}',
  '\u{e002}0\u{e003}',
  '\u202e',
  '\ud800',
);

it('lets nothing through that its passages do not support, whatever a model writes', () => {
  assert(
    property(
      array(oneof({ weight: 9, arbitrary: pieces }, { weight: 1, arbitrary: string({ unit: 'binary' }) }), { maxLength: 40 }),
      (parts) => {
        const answer = writtenUp(parts.join(''), { query: 'When are refunds paid?', hits });
        if (!answer) return;
        expect(isSupported(answer, hits)).toBe(true);
        expect(answer.answer).not.toMatch(/evil|45|[\u{e000}-\u{e003}\u202e]|\[9\]/u);
        expect(answer.answer.isWellFormed()).toBe(true);
        expect(answer.citations.map(({ marker }) => marker)).toEqual(answer.citations.map((_, at) => at + 1));
        // Every sentence cites.
        expect(answer.answer).toMatch(/\[\d+\]$/);
      },
    ),
    { numRuns: 2000 },
  );
});
