import type { StructuredText } from '@cairn/retrieval';
import { type Archive, openArchive } from '../archive/archive.ts';
import { DocumentFault } from '../document-fault.ts';
import { mainPart, relationsOf } from '../office/relations.ts';
import { TextWriter } from '../text/text-writer.ts';
import { attribute, descendants, relationOf, textOf, type XmlElement } from '../xml/element.ts';
import { readElement, readXml } from '../xml/read-xml.ts';
import { placeholderOf, type Shape, shapesOf, slideParagraphs } from './shapes.ts';

/**
 * A presentation (PPTX): each slide is a page under its title, with its speaker's notes. Hidden slides are left out.
 * @throws DocumentFault
 */
export async function readSlides(bytes: Uint8Array): Promise<StructuredText> {
  const archive = openArchive(bytes);
  const main = await mainPart(archive);
  const list = main === undefined ? undefined : await readElement(archive.open(main), 'sldIdLst');
  if (main === undefined) throw new DocumentFault('type_mismatch');
  const { byId } = await relationsOf(archive, main);
  const writer = new TextWriter();
  let number = 0;
  for (const slide of list ? descendants(list, 'sldId') : []) {
    number += 1;
    const part = byId.get(relationOf(slide) ?? '');
    if (part !== undefined && archive.has(part)) await addSlide(archive, part, { writer, number });
  }
  return writer.finish();
}

interface SlideTarget {
  readonly writer: TextWriter;
  readonly number: number;
}

async function addSlide(archive: Archive, part: string, { writer, number }: SlideTarget): Promise<void> {
  const { tree, isHidden } = await readSlide(archive, part);
  if (isHidden) {
    writer.warn('Hidden slides are left out.');
    return;
  }
  const { byId, byType } = await relationsOf(archive, part);
  const shapes = tree ? [...shapesOf(tree)] : [];
  writer.page(number);
  writer.section(1, '');
  for (const shape of shapes) if (shape.kind === 'title') writer.heading(1, shape.paragraphs.map(({ text }) => text).join(' '));
  for (const shape of shapes) {
    if (shape.kind === 'diagram') await addDiagram(archive, byId.get(shape.relation), writer);
    else addShape(shape, writer);
  }
  const notes = byType.get('notesSlide')?.[0];
  if (notes !== undefined) await addNotes(archive, notes, writer);
}

async function readSlide(archive: Archive, part: string): Promise<{ tree: XmlElement | undefined; isHidden: boolean }> {
  let tree: XmlElement | undefined;
  let isHidden = false;
  await readXml(archive.open(part), {
    take: new Set(['spTree']),
    onElement: (element) => {
      tree ??= element;
    },
    onOpen: (element) => {
      if (element.name === 'sld') isHidden = /^(?:0|false)$/.test(attribute(element, 'show') ?? '');
    },
  });
  return { tree, isHidden };
}

function addShape(shape: Exclude<Shape, { kind: 'diagram' }>, writer: TextWriter): void {
  if (shape.kind === 'table') writer.table(shape.rows);
  else if (shape.kind === 'items') for (const { text, depth } of shape.paragraphs) writer.item(text, depth);
  else if (shape.kind === 'text') for (const { text } of shape.paragraphs) writer.paragraph(text);
}

async function addDiagram(archive: Archive, part: string | undefined, writer: TextWriter): Promise<void> {
  if (part === undefined) return;
  await readXml(archive.open(part), {
    take: new Set(['pt']),
    onElement: (point) => writer.item(Array.from(descendants(point, 't'), textOf).join('')),
  });
}

async function addNotes(archive: Archive, part: string, writer: TextWriter): Promise<void> {
  const tree = await readElement(archive.open(part), 'spTree');
  for (const shape of tree ? descendants(tree, 'sp') : []) {
    if (placeholderOf(shape) !== 'body') continue;
    const text = slideParagraphs(shape)
      .map((paragraph) => paragraph.text.trim())
      .join('\n');
    if (text !== '') writer.paragraph(`Notes: ${text}`);
  }
}
