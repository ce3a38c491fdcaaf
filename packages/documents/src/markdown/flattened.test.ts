import { describe, expect, it } from 'vitest';
import { markdownBlocks } from './blocks.ts';
import { flattened } from './flattened.ts';

describe.each(['>', '> ', '- ', '1. ', '>- '])('a line that opens %j again and again', (opened) => {
  it('stays as it is up to 64 of them', () => {
    const text = `${opened.repeat(60 / (opened === '>- ' ? 2 : 1))}words - and > more`;
    expect(flattened(text)).toBe(text);
  });

  it('is read as text beyond, at the same places', () => {
    const text = `before\n\n${opened.repeat(20_000)}words\n\nafter`;
    const flat = flattened(text);
    expect(flat).toHaveLength(text.length);
    expect(flat.replaceAll(/[^x]/g, '').length).toBeGreaterThan(10_000);
    expect(markdownBlocks(text).map(({ start, end }) => text.slice(start, end).slice(-5))).toEqual(['efore', 'words', 'after']);
  });
});
