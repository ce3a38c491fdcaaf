import { docxOf, encodedAs, epubOf, openDocumentOf, pdfOf, pptxOf, slideShape, wordParagraph, xlsxOf } from '@cairn/test-kit';

/** A document of one format, with a question that one passage of it answers. */
export interface Sample {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly question: string;
  /** What the passage says. */
  readonly quote: string;
  readonly heading?: string;
  readonly page?: number;
}

const office = 'application/vnd.openxmlformats-officedocument';
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

const filler = (topic: string): string =>
  `The chapter about ${topic} tells of other things at some length, none of which anybody asked about. `.repeat(6);

/** Enough text for a page of a PDF, a line each. */
const pdfPage = (topic: string, last: string) =>
  [...Array.from({ length: 20 }, (_, at) => `Line ${at} of the page about ${topic}, which goes on to the next one`), last].map(
    (text, at) => ({
      text,
      x: 72,
      y: 700 - at * 14,
    }),
  );

const rows = Array.from({ length: 80 }, (_, at) => [`Person ${at}`, at === 61 ? 'Ouagadougou' : `Town ${at}`, String(at * 3)] as const);

export const samples: readonly Sample[] = [
  {
    name: 'report.pdf',
    mediaType: 'application/pdf',
    bytes: pdfOf([
      pdfPage('glaciers', 'Nothing else.'),
      [{ text: 'Findings', x: 72, y: 740, size: 18, font: 'bold' }, ...pdfPage('rivers', 'The axolotl was seen in seven lakes.')],
      pdfPage('deserts', 'The end.'),
    ]),
    question: 'In how many lakes was the axolotl seen?',
    quote: 'The axolotl was seen in seven lakes.',
    heading: 'Findings',
    page: 2,
  },
  {
    name: 'handbook.docx',
    mediaType: `${office}.wordprocessingml.document`,
    bytes: docxOf({
      body: `${wordParagraph('Travel', 'berschrift1')}${wordParagraph(filler('trains'))}${wordParagraph('Expenses', 'berschrift2')}${wordParagraph('A hotel in Reykjavik may cost 140 euros a night.')}`,
    }),
    question: 'What may a hotel in Reykjavik cost?',
    quote: 'A hotel in Reykjavik may cost 140 euros a night.',
    heading: 'Travel > Expenses',
  },
  {
    name: 'plan.pptx',
    mediaType: `${office}.presentationml.presentation`,
    bytes: pptxOf([
      { shapes: slideShape('Welcome', 'title') + slideShape('First point\nSecond point', 'body') },
      {
        shapes: slideShape('Risks', 'title') + slideShape('The quokka budget is short\nThe rest is fine', 'body'),
        notes: 'Mention the wombat reserve.',
      },
    ]),
    question: 'quokka budget',
    quote: 'The quokka budget is short',
    heading: 'Risks',
    page: 2,
  },
  {
    name: 'people.xlsx',
    mediaType: `${office}.spreadsheetml.sheet`,
    bytes: xlsxOf({
      sheets: [
        {
          name: 'Staff',
          rows: [['Name', 'Town', 'Score'], ...rows]
            .map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
            .join(''),
        },
      ],
    }),
    question: 'Who lives in Ouagadougou?',
    quote: 'Name: Person 61; Town: Ouagadougou; Score: 183',
    heading: 'Staff',
  },
  {
    name: 'people.csv',
    mediaType: 'text/csv',
    bytes: utf8(`\ufeff"Name";"Town";"Score"\r\n${rows.map((row) => row.join(';')).join('\r\n')}\r\n`),
    question: 'Who lives in Ouagadougou?',
    quote: 'Name: Person 61; Town: Ouagadougou; Score: 183',
  },
  {
    name: 'notes.odt',
    mediaType: 'application/vnd.oasis.opendocument.text',
    bytes: openDocumentOf({
      kind: 'text',
      body: `<text:h text:outline-level="1">Garden</text:h><text:p>${filler('roses')}</text:p><text:h text:outline-level="2">Ponds</text:h><text:p>The newts need clean water.</text:p>`,
    }),
    question: 'What do newts need?',
    quote: 'The newts need clean water.',
    heading: 'Garden > Ponds',
  },
  {
    name: 'book.epub',
    mediaType: 'application/epub+zip',
    bytes: epubOf({
      chapters: [`<h1>Loomings</h1><p>${filler('ships')}</p>`, '<h1>The carpet bag</h1><p>The harpooneer sleeps at the Spouter Inn.</p>'],
    }),
    question: 'Where does the harpooneer sleep?',
    quote: 'The harpooneer sleeps at the Spouter Inn.',
    heading: 'The carpet bag',
  },
  {
    name: 'pamphlet.epub',
    mediaType: 'application/epub+zip',
    bytes: epubOf({
      chapters: ['<h1>Lamps</h1><p>The wicks are trimmed daily.</p>', '<h1>Horns</h1><p>The foghorn runs on compressed air.</p>'],
    }),
    question: 'What does the foghorn run on?',
    quote: 'The foghorn runs on compressed air.',
    heading: 'Horns',
  },
  {
    name: 'page.html',
    mediaType: 'text/html',
    bytes: utf8(
      `<!doctype html><title>Shop</title><nav>Home</nav><main><h1>Returns</h1><p>${filler('parcels')}</p><h2>Deadlines</h2><p>Send the kettle back within 45 days.</p><p style="display:none">Send the kettle back never.</p></main>`,
    ),
    question: 'Until when can I send the kettle back?',
    quote: 'Send the kettle back within 45 days.',
    heading: 'Returns > Deadlines',
  },
  {
    name: 'memo.rtf',
    mediaType: 'application/rtf',
    bytes: utf8(String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\pard\outlinelevel0 Kitchen\par\pard The samovar is cleaned on Fridays.\par}`),
    question: 'When is the samovar cleaned?',
    quote: 'The samovar is cleaned on Fridays.',
    heading: 'Kitchen',
  },
  {
    name: 'orders.json',
    mediaType: 'application/json',
    bytes: utf8(JSON.stringify({ shop: { orders: rows.map(([name, town, score]) => ({ name, town, score })) } })),
    question: 'Which order goes to Ouagadougou?',
    quote: 'name: Person 61; town: Ouagadougou; score: 183',
    heading: 'shop > orders',
  },
  {
    name: 'guide.md',
    mediaType: 'text/markdown',
    bytes: utf8(
      `# 東京の案内\r\n\r\n${'町のことをいろいろ書きます。'.repeat(40)}\r\n\r\n## 天気\r\n\r\n上野動物園は月曜日に休みます。\r\n`,
    ),
    question: '上野動物園はいつ休みますか',
    quote: '上野動物園は月曜日に休みます。',
    heading: '東京の案内 > 天気',
  },
  {
    name: 'legacy.txt',
    mediaType: 'text/plain',
    bytes: encodedAs('会議は来週の月曜日に東京本社で開催します。\r\n資料は前日までに送ってください。\r\n', 'shift_jis'),
    question: '会議はどこで開催しますか',
    quote: '会議は来週の月曜日に東京本社で開催します。',
  },
];
