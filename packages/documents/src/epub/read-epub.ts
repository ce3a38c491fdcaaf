import type { StructuredText } from '@cairn/retrieval';
import { type Archive, openArchive } from '../archive/archive.ts';
import { DocumentFault } from '../document-fault.ts';
import { htmlTree } from '../html/html-tree.ts';
import { writeHtml } from '../html/write-html.ts';
import { type ContentsEntry, readContents } from './contents.ts';
import { resolvedName } from '../office/relations.ts';
import { TextWriter } from '../text/text-writer.ts';
import { attribute, descendants, type XmlElement } from '../xml/element.ts';
import { readElement, readXml } from '../xml/read-xml.ts';
import { xmlDecoder } from '../xml/xml-decoder.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Bytes of one chapter's file. */
const chapterSize = 33_554_432;

/**
 * An e-book (EPUB 2 and 3): its chapters in reading order.
 * @throws DocumentFault `encrypted` when the chapters are; others as any archive
 */
export async function readEpub(bytes: Uint8Array): Promise<StructuredText> {
  const archive = openArchive(bytes);
  const container = await readElement(archive.open('META-INF/container.xml'), 'rootfile');
  const packagePart = container && attribute(container, 'full-path');
  const book = packagePart === undefined ? undefined : await readElement(archive.open(packagePart), 'package');
  if (packagePart === undefined || book === undefined) throw new DocumentFault('type_mismatch');
  const folder = packagePart.slice(0, packagePart.lastIndexOf('/') + 1);
  const chapters = chapterNames(book, folder);
  await refuseEncrypted(archive, new Set(chapters));
  const writer = new TextWriter();
  const contents = await readContents(archive, book, folder);
  for (const name of chapters) await addChapter(archive, { name, entry: contents.get(name) }, writer);
  return writer.finish();
}

/** The files of the spine; those out of the reading order and the table of contents left out. */
function chapterNames(book: XmlElement, folder: string): string[] {
  const files = new Map<string, string>();
  for (const item of descendants(book, 'item')) {
    const isPage = /x?html/i.test(attribute(item, 'media-type') ?? '');
    const isContents = /\bnav\b/.test(attribute(item, 'properties') ?? '');
    if (isPage && !isContents) files.set(attribute(item, 'id') ?? '', resolvedName(folder, attribute(item, 'href')?.split('#')[0] ?? ''));
  }
  const read = [...descendants(book, 'itemref')].filter((item) => attribute(item, 'linear') !== 'no');
  return read.map((item) => files.get(attribute(item, 'idref') ?? '')).filter((name) => name !== undefined);
}

/** Fonts may be scrambled; chapters that are encrypted cannot be read. */
async function refuseEncrypted(archive: Archive, chapters: ReadonlySet<string>): Promise<void> {
  await readXml(archive.open('META-INF/encryption.xml'), {
    take: new Set(['CipherReference']),
    onElement: (reference) => {
      if (chapters.has(resolvedName('', attribute(reference, 'URI') ?? ''))) throw new DocumentFault('encrypted');
    },
  });
}

interface Chapter {
  readonly name: string;
  readonly entry: ContentsEntry | undefined;
}

/** A chapter without a heading of its own stands under what the table of contents calls it. */
async function addChapter(archive: Archive, { name, entry }: Chapter, writer: TextWriter): Promise<void> {
  const decode = xmlDecoder();
  const html = decode(await archive.read(name, chapterSize)) + decode();
  const { root } = htmlTree(html);
  if (entry && !headings.some((heading) => !descendants(root, heading).next().done)) writer.section(entry.level, entry.title);
  writeHtml(root, writer);
}
