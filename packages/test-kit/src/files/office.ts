import { textZip } from './zip.ts';

const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  `xmlns:r="${relationTypes}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
].join(' ');

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** A part of relations, numbered `rId1` on. */
const relationsPart = (relations: readonly Relation[]): string =>
  `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${relationTypes}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const contentTypes = `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;

export const packageOf = (main: string, parts: Readonly<Record<string, string>>): Record<string, string> => ({
  '[Content_Types].xml': contentTypes,
  '_rels/.rels': relationsPart([{ type: 'officeDocument', target: main }]),
  ...parts,
});

export interface WordParts {
  /** Of `w:body`. */
  readonly body: string;
  /** Of `w:styles`, beside the usual ones. */
  readonly styles?: string;
  /** Of `w:footnotes`. */
  readonly footnotes?: string;
}

/** A Word document. The usual styles are there under German ids, as a German Word writes them. */
export function docxOf({ body, styles = '', footnotes = '' }: WordParts): Uint8Array<ArrayBuffer> {
  const heading = (level: number): string => `<w:style w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/></w:style>`;
  return textZip(
    packageOf('word/document.xml', {
      'word/document.xml': `${header}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relationsPart([
        { type: 'styles', target: 'styles.xml' },
        { type: 'footnotes', target: 'footnotes.xml' },
      ]),
      'word/styles.xml': `${header}<w:styles ${namespaces}><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>${heading(1)}${heading(2)}<w:style w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>${styles}</w:styles>`,
      'word/footnotes.xml': `${header}<w:footnotes ${namespaces}>${footnotes}</w:footnotes>`,
      'word/header1.xml': `${header}<w:hdr ${namespaces}><w:p><w:r><w:t>Running head</w:t></w:r></w:p></w:hdr>`,
    }),
  );
}

/** A paragraph of a Word document, in one run. */
export const wordParagraph = (text: string, style?: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export interface Slide {
  /** Of `p:spTree`. */
  readonly shapes: string;
  readonly notes?: string;
  readonly hidden?: boolean;
}

/** A presentation; its slides are listed in the order given, whatever their files are called. */
export function pptxOf(slides: readonly Slide[]): Uint8Array<ArrayBuffer> {
  const parts: Record<string, string> = {};
  for (const [at, { shapes, notes, hidden = false }] of slides.entries()) {
    const number = slides.length - at;
    const tree = `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
    parts[`ppt/slides/slide${number}.xml`] = `${header}<p:sld ${namespaces}${hidden ? ' show="0"' : ''}>${tree}</p:sld>`;
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationsPart([
      { type: 'notesSlide', target: `../notesSlides/notesSlide${number}.xml` },
    ]);
    parts[`ppt/notesSlides/notesSlide${number}.xml`] =
      `${header}<p:notes ${namespaces}><p:cSld><p:spTree>${slideShape(notes, 'body')}${slideShape('7', 'sldNum')}</p:spTree></p:cSld></p:notes>`;
  }
  return textZip(
    packageOf('ppt/presentation.xml', {
      'ppt/presentation.xml': `${header}<p:presentation ${namespaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationsPart(
        slides.map((_, at) => ({ type: 'slide', target: `slides/slide${slides.length - at}.xml` })),
      ),
      ...parts,
    }),
  );
}

/** A shape with a paragraph a line; `placeholder` says what it is for. */
export function slideShape(text: string, placeholder?: string): string {
  const paragraphs = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  const role = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${role}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}

export interface Sheet {
  readonly name: string;
  /** Of `sheetData`, and what follows it. */
  readonly rows: string;
  readonly after?: string;
  readonly state?: 'hidden' | 'veryHidden';
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Items of the shared strings, `<si>…</si>`. */
  readonly strings?: string;
  /** Of `styleSheet`. */
  readonly styles?: string;
}

export function xlsxOf({ sheets, strings = '', styles = '' }: Workbook): Uint8Array<ArrayBuffer> {
  const spreadsheet = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationTypes}"`;
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const parts = Object.fromEntries(
    sheets.map(({ rows, after = '' }, at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `${header}<worksheet ${spreadsheet}><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ]),
  );
  return textZip(
    packageOf('xl/workbook.xml', {
      'xl/workbook.xml': `${header}<workbook ${spreadsheet}><sheets>${listed.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationsPart([
        ...sheets.map((_, at) => ({ type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
        { type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
        { type: 'styles', target: 'styles.xml' },
      ]),
      'xl/sharedStrings.xml': `${header}<sst ${spreadsheet}>${strings}</sst>`,
      'xl/styles.xml': `${header}<styleSheet ${spreadsheet}>${styles}</styleSheet>`,
      ...parts,
    }),
  );
}
