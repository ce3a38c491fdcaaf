import type { Archive } from '../archive/archive.ts';
import { htmlTree } from '../html/html-tree.ts';
import { resolvedName } from '../office/relations.ts';
import { attribute, child, descendants, elements, textOf, type XmlElement } from '../xml/element.ts';
import { xmlDecoder } from '../xml/xml-decoder.ts';

/** What the table of contents calls a file of the book. */
export interface ContentsEntry {
  /** 1 for the outermost. */
  readonly level: number;
  readonly title: string;
}

type Contents = Map<string, ContentsEntry>;

/** Bytes of the table of contents. */
const contentsSize = 4_194_304;
const deepest = 6;

/**
 * The table of contents of an e-book by the files that it points at, each with its first entry: that of EPUB 3, a page of links, else that of
 * EPUB 2. Empty when there is none.
 * @throws DocumentFault as any archive
 */
export async function readContents(archive: Archive, book: XmlElement, folder: string): Promise<ReadonlyMap<string, ContentsEntry>> {
  const items = [...descendants(book, 'item')];
  const page = items.find((item) => /\bnav\b/.test(attribute(item, 'properties') ?? ''));
  const points = items.find((item) => attribute(item, 'media-type') === 'application/x-dtbncx+xml');
  const found: Contents = new Map();
  for (const item of [page, points]) {
    if (item === undefined || found.size > 0) continue;
    const name = resolvedName(folder, attribute(item, 'href') ?? '');
    const entries = entriesIn(await treeOf(archive, name));
    for (const { href, ...entry } of entries)
      note(found, resolvedName(name.slice(0, name.lastIndexOf('/') + 1), href.split('#')[0] ?? ''), entry);
  }
  return found;
}

/** Both forms are read as web pages: theirs are document types that nothing else in a book may have. */
async function treeOf(archive: Archive, name: string): Promise<XmlElement> {
  const decode = xmlDecoder();
  const text = decode(await archive.read(name, contentsSize)) + decode();
  return htmlTree(`<?xml version="1.0"?>${text.replace(/^\ufeff?\s*<\?xml[^>]*>/, '')}`).root;
}

interface Linked extends ContentsEntry {
  readonly href: string;
}

function entriesIn(root: XmlElement): readonly Linked[] {
  const navs = [...descendants(root, 'nav')];
  const contents = navs.find((each) => attribute(each, 'epub:type') === 'toc') ?? navs[0];
  if (contents) return [...descendants(contents, 'ol')].flatMap((list) => listed(list, 1));
  return [...descendants(root, 'navmap')].flatMap((map) => pointed(map, 1));
}

function listed(list: XmlElement, level: number): readonly Linked[] {
  return [...elements(list)].flatMap((item) => {
    const link = child(item, 'a');
    const own = link ? [{ level, title: textOf(link), href: attribute(link, 'href') ?? '' }] : [];
    const inner = child(item, 'ol');
    return inner && level < deepest ? [...own, ...listed(inner, level + 1)] : own;
  });
}

function pointed(parent: XmlElement, level: number): readonly Linked[] {
  return [...elements(parent)].flatMap((point) => {
    if (point.name !== 'navpoint') return [];
    const [label, content] = [child(point, 'navlabel'), child(point, 'content')];
    const own = label && content ? [{ level, title: textOf(label), href: attribute(content, 'src') ?? '' }] : [];
    return level < deepest ? [...own, ...pointed(point, level + 1)] : own;
  });
}

function note(found: Contents, file: string, { level, title }: ContentsEntry): void {
  const written = title.replace(/\s+/g, ' ').trim();
  if (written !== '' && !found.has(file)) found.set(file, { level, title: written });
}
