import type { MediaType } from '@cairn/core';
import { docxOf, epubOf, openDocumentOf, pdfOf, pptxOf, slideShape, wordParagraph, xlsxOf } from '@cairn/test-kit';
import { createRandom, documentText } from '../data/texts.ts';

export interface LargeDocument {
  readonly name: string;
  readonly mediaType: MediaType;
  readonly bytes: Uint8Array;
}

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** The same words in every format: so many sections of some 15,000 characters. */
export function largeDocuments(sections: number): readonly LargeDocument[] {
  const random = createRandom(1);
  const texts = Array.from({ length: sections }, (_, at) => documentText(`Part ${at}`, random));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  const paragraphs = lines.map((line) => line.replace(/^#+ /, ''));
  const rows = paragraphs.map((text, at) => [`Row ${at}`, text.slice(0, 60), text.slice(60, 160), String(at * 7)]);
  const names = ['Name', 'Subject', 'Note', 'Number'];
  return [
    { name: 'plain text', mediaType: 'text/plain', bytes: bytesOf(texts.join('\n\n')) },
    { name: 'Markdown', mediaType: 'text/markdown', bytes: bytesOf(texts.join('\n\n')) },
    { name: 'HTML', mediaType: 'text/html', bytes: bytesOf(`<!doctype html><body><main>${tagged(lines, 'h2', 'p')}</main>`) },
    {
      name: 'CSV',
      mediaType: 'text/csv',
      bytes: bytesOf([names, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')),
    },
    {
      name: 'JSON',
      mediaType: 'application/json',
      bytes: bytesOf(JSON.stringify(rows.map(([name, subject, note, number]) => ({ name, subject, note, number })))),
    },
    { name: 'RTF', mediaType: 'application/rtf', bytes: bytesOf(`{\\rtf1\\ansi ${paragraphs.join('\\par\n')}\\par}`) },
    {
      name: 'DOCX',
      mediaType: `${office}.wordprocessingml.document`,
      bytes: docxOf({
        body: lines.map((line) => wordParagraph(line.replace(/^#+ /, ''), line.startsWith('#') ? 'berschrift1' : undefined)).join(''),
      }),
    },
    {
      name: 'XLSX',
      mediaType: `${office}.spreadsheetml.sheet`,
      bytes: xlsxOf({ sheets: [{ name: 'Rows', rows: [names, ...rows].map(sheetRow).join('') }] }),
    },
    {
      name: 'PPTX',
      mediaType: `${office}.presentationml.presentation`,
      bytes: pptxOf(
        inGroups(paragraphs, 3).map((group) => ({
          shapes: slideShape(group[0]?.slice(0, 40) ?? '', 'title') + slideShape(group.join('\n'), 'body'),
        })),
      ),
    },
    {
      name: 'ODT',
      mediaType: `${open}.text`,
      bytes: openDocumentOf({ kind: 'text', body: tagged(lines, 'text:h', 'text:p') }),
    },
    {
      name: 'EPUB',
      mediaType: 'application/epub+zip',
      bytes: epubOf({ chapters: inGroups(lines, 50).map((group) => tagged(group, 'h2', 'p')) }),
    },
    {
      name: 'PDF',
      mediaType: 'application/pdf',
      bytes: pdfOf(inGroups(paragraphs.flatMap(wrapped), 48).map((page) => page.map((text, at) => ({ text, x: 72, y: 740 - at * 14 })))),
    },
  ];
}

const tagged = (lines: readonly string[], heading: string, paragraph: string): string =>
  lines
    .map((line) => {
      const tag = line.startsWith('#') ? heading : paragraph;
      return `<${tag}>${line.replace(/^#+ /, '')}</${tag}>`;
    })
    .join('');

const sheetRow = (cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

const wrapped = (paragraph: string): readonly string[] => paragraph.match(/.{1,90}(?:\s|$)/g) ?? [];

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
