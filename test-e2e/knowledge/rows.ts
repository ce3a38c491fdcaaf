import { xlsxOf } from '@cairn/test-kit';
import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { fullText, search, settled, upload } from './documents.ts';
import type { SentFile } from './documents.ts';

const names = ['colour', 'height_cm', 'keeper'];
const rows = Array.from({ length: 400 }, (_, at) => [`c${at}`, String(3 * at), `keeper${at}`]);
const table = [names, ...rows];
const delimited = (delimiter: string): string => table.map((row) => row.join(delimiter)).join('\n');
const cells = (row: readonly string[], cell: (text: string) => string): string => row.map(cell).join('');

const record = 'colour: c377; height_cm: 1131; keeper: keeper377';

/** A table as a file, and how its row 377 reads in the document's text. */
const files: readonly (SentFile & { readonly row: string })[] = [
  { name: 'zoo.csv', bytes: delimited(','), row: record },
  { name: 'zoo.tsv', bytes: delimited('\t'), row: record },
  {
    name: 'zoo.xlsx',
    bytes: xlsxOf({
      sheets: [
        {
          name: 'Zoo',
          rows: table.map((row) => `<row>${cells(row, (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)}</row>`).join(''),
        },
      ],
    }),
    row: record,
  },
  {
    name: 'zoo.md',
    bytes: `# Zoo\n\n| ${names.join(' | ')} |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`,
    row: '| c377 | 1131 | keeper377 |',
  },
  {
    name: 'zoo.html',
    bytes: `<html><body><main><h1>Zoo</h1><table><tr>${cells(names, (text) => `<th>${text}</th>`)}</tr>${rows
      .map((row) => `<tr>${cells(row, (text) => `<td>${text}</td>`)}</tr>`)
      .join('')}</table></main></body></html>`,
    row: record,
  },
];

export const rowSuite: Suite = (stage) => {
  describe('a table is answered from', () => {
    test.each(files)('by its one row: $name', async ({ row, ...file }) => {
      const { caller } = await stage.newProject();
      const { document_id: id } = (await upload(caller, file)).body;
      expect(await settled(caller, id)).toMatchObject({ status: 'ready', error: null });
      const text = await fullText(caller, id);
      for (const query of ['keeper377 height_cm', 'What is the height_cm of the colour c377?']) {
        const { citations, answer_kind: kind } = await search(caller, query);
        const start = text.indexOf(row);
        expect([query, kind, citations]).toMatchObject([query, 'extractive', [{ quote: row, start, end: start + row.length }]]);
      }
    });

    test('by the fields of a row that is too long for a line, wherever in it they stand', async () => {
      const { caller } = await stage.newProject();
      const about = (kind: string): string => Array.from({ length: 40 }, (_, at) => `The ${kind} was seen in hall ${at}.`).join(' ');
      const csv = ['species,keeper,about,diet', `okapi,Amara,"${about('okapi')}",leaves`, `tapir,Boris,"${about('tapir')}",fruit`].join(
        '\n',
      );
      const { document_id: id } = (await upload(caller, { name: 'animals.csv', bytes: csv })).body;
      expect(await settled(caller, id)).toMatchObject({ status: 'ready', error: null });
      const text = await fullText(caller, id);
      for (const [query, quote] of [
        ['Who is the keeper of the tapir?', 'keeper: Boris'],
        ['What is the diet of the tapir?', 'diet: fruit'],
        ['diet of the okapi', 'diet: leaves'],
      ] as const) {
        const { citations } = await search(caller, query);
        for (const cited of citations) expect(text.slice(cited.start, cited.end)).toBe(cited.quote);
        expect([query, citations.map((cited) => cited.quote)]).toEqual([query, expect.arrayContaining([quote])]);
      }
    });
  });
};
