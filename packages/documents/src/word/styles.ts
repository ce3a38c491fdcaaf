import type { Archive } from '../archive/archive.ts';
import { attribute, child, type XmlElement } from '../xml/element.ts';
import { readXml } from '../xml/read-xml.ts';

/** What a paragraph's style says about it. */
export interface ParagraphStyle {
  /** 0 for the document's title, 1 to 9 for headings. */
  readonly level: number | undefined;
  readonly isList: boolean;
  /** A line of a table of contents. */
  readonly isContents: boolean;
  readonly isHidden: boolean;
}

export type ParagraphStyles = ReadonlyMap<string, ParagraphStyle>;

interface RawStyle extends Omit<ParagraphStyle, 'level'> {
  readonly level: number | undefined;
  readonly basedOn: string | undefined;
}

/** Styles by id. Their ids are in the language of the program that wrote them; their names are always English. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<ParagraphStyles> {
  const raw = new Map<string, RawStyle>();
  await readXml(part === undefined ? nothing() : archive.open(part), {
    take: new Set(['style']),
    onElement: (style) => raw.set(attribute(style, 'styleId') ?? '', rawStyle(style)),
  });
  return new Map(Array.from(raw.keys(), (id) => [id, inherited(raw, id)]));
}

function rawStyle(style: XmlElement): RawStyle {
  const name = valueOf(child(style, 'name'))?.toLowerCase() ?? '';
  const properties = child(style, 'pPr');
  return {
    level: levelOfName(name) ?? outlineLevel(properties),
    isList: isInList(properties) || /^list (?:bullet|number)/.test(name),
    isContents: /^toc(?: \d|\s?heading)/.test(name) || name === 'table of figures',
    isHidden: isOn(child(child(style, 'rPr'), 'vanish')),
    basedOn: valueOf(child(style, 'basedOn')),
  };
}

function levelOfName(name: string): number | undefined {
  if (name === 'title') return 0;
  const digit = /^heading ([1-9])$/.exec(name)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

function inherited(styles: ReadonlyMap<string, RawStyle>, id: string): ParagraphStyle {
  const chain: RawStyle[] = [];
  for (let at: string | undefined = id; at !== undefined && chain.length < 20;) {
    const style: RawStyle | undefined = styles.get(at);
    if (style) chain.push(style);
    at = style?.basedOn;
  }
  return {
    level: chain.find(({ level }) => level !== undefined)?.level,
    isList: chain.some(({ isList }) => isList),
    isContents: chain.some(({ isContents }) => isContents),
    isHidden: chain.some(({ isHidden }) => isHidden),
  };
}

/** The outline level of paragraph properties as a heading's level; Word's 9 is body text. */
export function outlineLevel(properties: XmlElement | undefined): number | undefined {
  const value = Number(valueOf(child(properties, 'outlineLvl')) ?? 9);
  return value >= 0 && value < 9 ? value + 1 : undefined;
}

export function isInList(properties: XmlElement | undefined): boolean {
  const numbering = child(properties, 'numPr');
  return numbering !== undefined && valueOf(child(numbering, 'numId')) !== '0';
}

/** Whether a property that is on by being there is not switched off. */
export function isOn(property: XmlElement | undefined): boolean {
  return property !== undefined && !['0', 'false', 'off', 'none'].includes(valueOf(property) ?? '1');
}

export const valueOf = (element: XmlElement | undefined): string | undefined => element && attribute(element, 'val');

async function* nothing(): AsyncGenerator<Uint8Array> {}
