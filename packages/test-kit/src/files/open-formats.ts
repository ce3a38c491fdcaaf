import { textZip } from './zip.ts';

const namespaces = ['office', 'text', 'table', 'draw', 'presentation', 'style', 'script', 'form']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

export interface OpenDocument {
  readonly kind: 'text' | 'spreadsheet' | 'presentation';
  /** Of `office:text` and its likes. */
  readonly body: string;
  /** Of `office:automatic-styles`. */
  readonly styles?: string;
  readonly manifest?: string;
}

/** An OpenDocument file as LibreOffice packs it: its media type first, not packed. */
export function openDocumentOf({ kind, body, styles = '', manifest = '' }: OpenDocument): Uint8Array<ArrayBuffer> {
  return textZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:x">${manifest}</manifest:manifest>`,
  });
}

export interface Book {
  /** Content of the body of each chapter. */
  readonly chapters: readonly string[];
  readonly encryption?: string;
  /** The table of contents as EPUB 3 has it, a page; as EPUB 2 has it. */
  readonly nav?: string;
  readonly ncx?: string;
}

export function epubOf({ chapters, encryption, nav, ncx }: Book): Uint8Array<ArrayBuffer> {
  const items = chapters
    .map((_, at) => `<item id="c${at}" href="text/chapter%20${at}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('');
  const files = chapters.map((chapter, at) => [
    `OEBPS/text/chapter ${at}.xhtml`,
    `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Chapter</title></head><body>${chapter}</body></html>`,
  ]);
  return textZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${ncx === undefined ? '' : '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'}${items}</manifest><spine><itemref idref="nav"/>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': nav ?? '<html><body><nav><h1>Contents</h1></nav></body></html>',
    ...(ncx === undefined ? {} : { 'OEBPS/toc.ncx': ncx }),
    ...Object.fromEntries(files),
    ...(encryption === undefined ? {} : { 'META-INF/encryption.xml': encryption }),
  });
}
