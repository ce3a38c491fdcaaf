import type { StructuredText } from '@cairn/retrieval';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { TextWriter } from '../text/text-writer.ts';
import { guardInflation } from './guard-inflation.ts';
import { fragmentsOf, type TextItem } from './fragments.ts';
import { type HeadingStyles, headingStyles } from './headings.ts';
import { joinedLines, type KnownWords, knownWords } from './join-lines.ts';
import { type Line, linesOf, lineText } from './lines.ts';
import { OwnData } from './own-data.ts';
import { partsOf } from './parts.ts';
import { regionsOf } from './reading-order.ts';
import { type PageLines, withoutRunningHeads } from './running-heads.ts';

/**
 * A PDF: its pages in reading order, columns one after the other, with headings by size, tables by their columns. Running heads
 * and page numbers are left out. Text in pictures is not read.
 * @throws DocumentFault `encrypted`, `no_text`, `too_large`, `parse_failed`
 */
export async function readPdf(bytes: Uint8Array): Promise<StructuredText> {
  const all = await readPages(bytes);
  const { pages, removed } = withoutRunningHeads(all);
  const lines = pages.flatMap(({ regions }) => regions.flat());
  if (lines.length === 0) throw new DocumentFault('no_text', { message: noText });
  const writer = new TextWriter();
  if (removed) writer.warn('Running heads and page numbers are left out.');
  const styles = headingStyles(lines);
  const words = knownWords(lines.map(lineText));
  for (const page of pages) writePage(page, { writer, styles, words });
  const empty = all.filter(({ regions }) => regions.length === 0).map(({ number }) => number);
  if (empty.length > 0) writer.warn(`Pages without text that can be read (blank, or pictures): ${listed(empty)}.`);
  return writer.finish();
}

const noText =
  'The PDF holds no text: its pages are blank or pictures of text (a scan). Run text recognition (OCR) on it, and upload the result.';

const listed = (pages: readonly number[]): string => `${pages.slice(0, 10).join(', ')}${pages.length > 10 ? ' and more' : ''}`;

async function readPages(bytes: Uint8Array): Promise<PageLines[]> {
  await guardInflation(bytes);
  // Loaded only when there is a PDF: it takes a fifth of a second.
  const { getDocumentProxy } = await import('unpdf');
  const options = {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: OwnData,
    cMapPacked: false,
    verbosity: 0,
  };
  // It takes the bytes away from whoever gave them, and will not have a Buffer.
  const document = await getDocumentProxy(new Uint8Array(bytes), options).catch((cause: unknown) => {
    throw pdfFault(cause);
  });
  try {
    if (document.numPages > readLimits.pages) throw new DocumentFault('too_large');
    const pages: PageLines[] = [];
    let characters = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items, styles } = await page.getTextContent();
      const texts = items.filter((item): item is Extract<typeof item, TextItem> => 'str' in item);
      characters += texts.reduce((sum, { str }) => sum + str.length, 0);
      if (characters > readLimits.characters) throw new DocumentFault('too_large');
      const fragments = fragmentsOf(texts.map(normalised), { view: page.view, isVertical: (font) => styles[font]?.vertical === true });
      pages.push({ number, regions: regionsOf(fragments).map(linesOf) });
      page.cleanup();
    }
    return pages;
  } catch (cause) {
    throw pdfFault(cause);
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Ligatures and forms for vertical writing. */
const presentationForms = /[\ufb00-\ufb06\ufe10-\ufe19\ufe30-\ufe4f]/g;

/** Letters as one types them; nothing that only a font knows. */
function normalised(item: TextItem): TextItem {
  const str = item.str
    .replace(presentationForms, (form) => form.normalize('NFKC'))
    .replace(/[\p{Co}\ufffd\u00ad]/gu, (mark) => (mark === '\u00ad' ? '-' : ''));
  return { ...item, str };
}

function pdfFault(cause: unknown): unknown {
  if (cause instanceof DocumentFault || !(cause instanceof Error)) return cause;
  if (cause.name === 'PasswordException') return new DocumentFault('encrypted', { cause });
  return new DocumentFault('parse_failed', { cause });
}

interface Target {
  readonly writer: TextWriter;
  readonly styles: HeadingStyles;
  readonly words: KnownWords;
}

function writePage({ number, regions }: PageLines, target: Target): void {
  target.writer.page(number);
  for (const region of regions) if (region.length > 0) writeRegion(region, target);
}

function writeRegion(region: readonly Line[], { writer, styles, words }: Target): void {
  for (const part of partsOf(region)) {
    if (part.kind === 'table') {
      writer.table(part.rows);
      continue;
    }
    const text = joinedLines(part.lines.map(lineText), words);
    const level = styles.levelOf(part.lines);
    const item = /^[•◦▪‣●○■·]\s+/.exec(text);
    if (level !== undefined) writer.heading(level, text);
    else if (item) writer.item(text.slice(item[0].length));
    else writer.paragraph(text);
  }
}
