import { expect, it } from 'vitest';
import { openPassage, type PassageContent, sealPassage } from './sealed-passage.ts';

const key = new Uint8Array(32).fill(7);
const at = { projectId: 'p', versionId: 'v', ordinal: 3 };

it.each<PassageContent>([
  { text: 'a', headings: [] },
  { text: 'a', headings: ['A', 'B'], page: 4 },
  { text: 'a', headings: [], columns: 'Product | Weight' },
  { text: 'a', headings: [], page: 4, columns: 'Product | Weight' },
  {
    text: 'a b',
    headings: ['A'],
    sections: [
      { start: 7, headings: ['A'] },
      { start: 9, headings: ['A', 'B'] },
    ],
  },
  {
    text: 'a b',
    headings: [],
    page: 4,
    columns: 'c',
    sections: [
      { start: 0, headings: [] },
      { start: 2, headings: ['B'] },
    ],
  },
])('opens what it sealed: %j', (content) => {
  expect(openPassage(key, at, sealPassage(key, at, content))).toEqual(content);
});
