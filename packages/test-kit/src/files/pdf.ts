/** A stretch of text on a page. Units are points from the lower left corner of a page of 612 by 792. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Default 10. */
  readonly size?: number;
  /** Latin text is regular or bold; other text is `unicode`, or `vertical` down the page. Default regular. */
  readonly font?: 'regular' | 'bold' | 'unicode' | 'vertical';
}

export interface PdfOptions {
  /** Asks for a password that nobody knows. */
  readonly encrypted?: boolean;
  /** Draws a picture on each page. */
  readonly picture?: boolean;
  /** Writes `unicode` text in an encoding that the file only names, as old programs do. */
  readonly namedMap?: { readonly name: string; readonly ordering: string; readonly encode: (text: string) => Uint8Array };
}

const fonts = ['regular', 'bold', 'unicode', 'vertical'] as const;

/** A PDF with the given pages; the file is plain, so that a test can look into it. */
export function pdfOf(pages: readonly (readonly PdfText[])[], options: PdfOptions = {}): Uint8Array<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${firstPage + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    compositeFont(options.namedMap?.name ?? 'Identity-H', options.namedMap === undefined),
    compositeFont('Identity-V', true),
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sans /CIDSystemInfo << /Registry (Adobe) /Ordering (${options.namedMap?.ordering ?? 'Identity'}) /Supplement 0 >> /DW 1000 >>`,
    streamOf(toUnicode),
    `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\x80\nendstream`,
    ...pages.flatMap((page, at) => [pageObject(firstPage + at * 2 + 1), streamOf(contentOf(page, options))]),
  ];
  return written(objects, options.encrypted === true);
}

const firstPage = 10;

const compositeFont = (encoding: string, carriesUnicode: boolean): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /${encoding} /DescendantFonts [7 0 R]${carriesUnicode ? ' /ToUnicode 8 0 R' : ''} >>`;

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end end`;

const pageObject = (content: number): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << ${fonts
    .map((name, at) => `/${name} ${at + 3} 0 R`)
    .join(' ')} >> /XObject << /picture 9 0 R >> >> >>`;

function contentOf(texts: readonly PdfText[], { picture = false, namedMap }: PdfOptions): string {
  const drawn = texts.map(
    ({ text, x, y, size = 10, font = 'regular' }) => `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text, font, namedMap?.encode)} Tj ET`,
  );
  return [...(picture ? ['q 500 0 0 600 50 100 cm /picture Do Q'] : []), ...drawn].join('\n');
}

function literal(text: string, font: PdfText['font'], encode?: (text: string) => Uint8Array): string {
  if (font === 'unicode' && encode) return `<${Buffer.from(encode(text)).toString('hex')}>`;
  if (font === 'unicode' || font === 'vertical') return `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

const streamOf = (content: string): string => `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;

function written(objects: readonly string[], encrypted: boolean): Uint8Array<ArrayBuffer> {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const secret = '00'.repeat(32);
  const encryption = encrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${secret}> /U <${secret}> >> /ID [<00> <00>]`
    : '';
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encryption} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1'));
}
