import { describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import { passageTerms } from '../analysis/passage-terms.ts';
import { passageEmbeddingText } from '../recipes/knowledge-recipe.ts';
import { chunk } from './chunk.ts';
import type { Block, StructuredText } from './structured-text.ts';

const rows = Array.from({ length: 60 }, (_, at) => `| Gizmo ${at} | ${at * 7} kg | shipped by sea |`);
const piped = ['| Product | Net weight | Remark |', '| --- | ---: | :---: |', ...rows].join('\n');
const html = `<table>\n<thead><tr><th>Product</th><th>Net <b>weight</b></th><th>Remark</th></tr></thead>\n${rows
  .map((row) => `<tr><td>${row.split('|').slice(1, -1).join('</td><td>')}</td></tr>`)
  .join('\n')}\n</table>`;

function documentOf(table: string, kind: Block['kind']): StructuredText {
  const [before, after] = ['All that we sell.\n\n', '\n\nThat is all.'];
  const start = before.length;
  const end = start + table.length;
  const blocks: Block[] = [
    { start: 0, end: start - 2, kind: 'paragraph', headings: [] },
    { start, end, kind, headings: [] },
    { start: end + 2, end: end + after.length, kind: 'paragraph', headings: [] },
  ];
  return { text: before + table + after, blocks, warnings: [] };
}

describe.each([
  ['a Markdown table', documentOf(piped, 'table'), 'Product | Net weight | Remark'],
  ['an HTML table in Markdown', documentOf(html, 'markup'), 'Product | Net weight | Remark'],
])('%s that is cut by its rows', (_, document, columns) => {
  const passages = chunk(document);

  it('has the names of its columns with each of its later passages, and not in their text', () => {
    expect(passages.length).toBeGreaterThan(3);
    expect(passages[0]).not.toHaveProperty('columns');
    for (const passage of passages.slice(1)) {
      expect(passage.columns).toBe(columns);
      expect(passage.text).toBe(document.text.slice(passage.start, passage.end));
      expect(passage.text).not.toContain('weight');
    }
  });

  it('is found by them and embedded with them everywhere', () => {
    const [asked = ''] = analyse('weights');
    for (const passage of passages) {
      expect(passageTerms(passage, 'Stock').counts.has(asked)).toBe(true);
      expect(passageEmbeddingText(passage, 'Stock')).toContain('weight');
    }
  });
});

it('names no columns of what is no table, has no head, or is in one piece', () => {
  const headless = rows.join('\n');
  for (const [text, kind] of [
    [headless, 'table'],
    [piped, 'code'],
    [html.replace(/th>/g, 'td>'), 'markup'],
    [piped.split('\n').slice(0, 4).join('\n'), 'table'],
  ] as const) {
    for (const passage of chunk(documentOf(text, kind))) expect(passage).not.toHaveProperty('columns');
  }
});

it('keeps the names of many columns short', () => {
  const names = Array.from({ length: 200 }, (_, at) => `column${at}`);
  const table = [`|${names.join('|')}|`, `|${names.map(() => '-').join('|')}|`, ...rows].join('\n');
  for (const { columns } of chunk(documentOf(table, 'table'))) expect((columns ?? '').length).toBeLessThanOrEqual(300);
});
