import { deflateSync } from 'node:zlib';
import { docxOf, packageOf, pdfOf, textZip, zipOf } from '@cairn/test-kit';

interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

/** Files in which there is nothing to find. */
export const textless: readonly NamedFile[] = [
  { name: 'scan.pdf', bytes: pdfOf([[]], { picture: true }) },
  { name: 'blank.pdf', bytes: pdfOf([[]]) },
  { name: 'blank.txt', bytes: bytesOf(' \n\t\r\n\u00a0') },
  { name: 'script.html', bytes: bytesOf('<html><script>alert("words")</script></html>') },
  { name: 'empty.docx', bytes: docxOf({ body: '<w:p/>' }) },
];

/** Text that packs to next to nothing. */
const padding = Buffer.alloc(200 * 1_048_576, 0x61);

/** A Word document whose text unpacks to 200 MiB. */
function bomb(claimedSize?: number): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(packageOf('word/document.xml', {})).map(([name, text]) => ({ name, bytes: bytesOf(text) }));
  const document = Buffer.concat([Buffer.from('<w:document><w:body><w:p><w:r><w:t>'), padding]);
  return zipOf([...parts, { name: 'word/document.xml', bytes: document, ...(claimedSize === undefined ? {} : { claimedSize }) }]);
}

function pdfBomb(): Uint8Array<ArrayBuffer> {
  const stream = deflateSync(padding);
  const head = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n';
  const page = `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Filter /FlateDecode /Length ${stream.byteLength} >>\nstream\n`;
  return new Uint8Array(
    Buffer.concat([Buffer.from(head + page), stream, Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF')]),
  );
}

const entity = (declaration: string): Uint8Array<ArrayBuffer> => {
  const xml = `<?xml version="1.0"?>${declaration}<w:document><w:body><w:p><w:r><w:t>words &x;</w:t></w:r></w:p></w:body></w:document>`;
  return textZip(packageOf('word/document.xml', { 'word/document.xml': xml }));
};

const inflating = bomb();

/** Files that mean harm to who reads them. */
export const hostile: readonly (NamedFile & { readonly code: string })[] = [
  { name: 'bomb.docx', bytes: inflating, code: 'too_large' },
  { name: 'lying.docx', bytes: bomb(1000), code: 'too_large' },
  { name: 'bomb.pdf', bytes: inflating, code: 'too_large' },
  { name: 'bomb.md', bytes: inflating, code: 'too_large' },
  { name: 'stream.pdf', bytes: pdfBomb(), code: 'too_large' },
  {
    name: 'many.docx',
    bytes: zipOf([
      ...Object.entries(packageOf('word/document.xml', {})).map(([name, text]) => ({ name, bytes: bytesOf(text) })),
      ...Array.from({ length: 20_000 }, (_, at) => ({ name: `word/f${at}`, bytes: new Uint8Array(), stored: true })),
    ]),
    code: 'too_large',
  },
  { name: 'entity.docx', bytes: entity('<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), code: 'type_mismatch' },
  { name: 'remote.docx', bytes: entity('<!DOCTYPE w SYSTEM "http://127.0.0.1:9/x.dtd">'), code: 'type_mismatch' },
  { name: 'locked.pdf', bytes: pdfOf([[{ text: 'secret', x: 72, y: 700 }]], { encrypted: true }), code: 'encrypted' },
  { name: 'cut.docx', bytes: docxOf({ body: '<w:p/>' }).slice(0, -40), code: 'parse_failed' },
  { name: 'none.docx', bytes: textZip({ '[Content_Types].xml': '<Types/>', 'word/x.xml': '<x/>' }), code: 'type_mismatch' },
];
