import type { Answer, SearchHit } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { isSupported } from './citations.ts';

const hit: SearchHit = {
  documentId: 'd',
  versionId: 'v',
  ordinal: 0,
  title: 'T',
  headings: [],
  start: 100,
  end: 111,
  text: 'Hello world',
  score: 1,
};
const citation = { marker: 1, documentId: 'd', title: 'T', quote: 'world', start: 106, end: 111 };

describe('an answer', () => {
  const answer: Answer = { answer: 'It says so. [1]', kind: 'model', citations: [citation] };

  it('stands on verbatim quotes that it points to', () => {
    expect(isSupported(answer, [hit])).toBe(true);
  });

  it.each([
    ['cites nothing', { citations: [] }],
    ['points to a source that it does not cite', { answer: 'So. [1] And so. [9]' }],
    ['has two citations with one marker', { citations: [citation, citation] }],
    ['has a quote that is not there', { citations: [{ ...citation, quote: 'wurld' }] }],
  ])('falls when it %s', (_, change) => {
    expect(isSupported({ ...answer, ...change }, [hit])).toBe(false);
  });

  it.each([
    ['another text', { quote: 'World' }],
    ['another place', { start: 105, end: 110 }],
    ['outside of the passage', { start: 106, end: 112 }],
    ['another document', { documentId: 'e' }],
    ['nothing', { quote: '', start: 106, end: 106 }],
  ])('falls when it quotes %s', (_, change) => {
    expect(isSupported({ ...answer, citations: [{ ...citation, ...change }] }, [hit])).toBe(false);
  });
});
