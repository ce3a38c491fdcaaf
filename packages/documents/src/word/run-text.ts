import { attribute, child, elements, type XmlElement } from '../xml/element.ts';
import { isOn } from './styles.ts';

/** What a paragraph says, and what hangs on it. */
export interface ParagraphContent {
  readonly text: string;
  /** Kind and id of the notes that it refers to, in order. */
  readonly notes: readonly string[];
  /** Text boxes anchored in it. */
  readonly boxes: readonly XmlElement[];
  readonly hasDeletions: boolean;
}

/** Reads on and on through runs, links, fields and insertions; what is deleted, hidden or an instruction is left out. */
export function paragraphContent(paragraph: XmlElement, noteNumber: (key: string) => number): ParagraphContent {
  const notes: string[] = [];
  const boxes: XmlElement[] = [];
  let hasDeletions = false;
  let text = '';
  const read = (element: XmlElement): void => {
    const { name } = element;
    if (name === 't') text += element.children.filter((each) => typeof each === 'string').join('');
    else if (Object.hasOwn(characters, name)) text += characters[name];
    else if (name === 'sym') text += symbol(element);
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const key = `${name === 'footnoteReference' ? 'footnote' : 'endnote'} ${attribute(element, 'id') ?? ''}`;
      notes.push(key);
      text += `[^${noteNumber(key)}]`;
    } else if (name === 'txbxContent') boxes.push(element);
    else if (name === 'del' || name === 'moveFrom') hasDeletions = true;
    else if (!unread.has(name) && !(name === 'r' && isOn(child(child(element, 'rPr'), 'vanish')))) {
      for (const each of elements(element)) read(each);
    }
  };
  for (const each of elements(paragraph)) read(each);
  return { text, notes, boxes, hasDeletions };
}

const characters: Readonly<Record<string, string>> = { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '\u2011' };

/** Properties, field instructions, the reading aids over characters, and what `mc:Choice` says already. */
const unread: ReadonlySet<string> = new Set([
  'pPr',
  'rPr',
  'sdtPr',
  'instrText',
  'delText',
  'delInstrText',
  'fldData',
  'rt',
  'Fallback',
  'annotation',
]);

/** A character of a symbol font; those in the private area have no meaning without the font. */
function symbol(element: XmlElement): string {
  const code = Number.parseInt(attribute(element, 'char') ?? '', 16);
  return code > 0x20 && code < 0xe000 ? String.fromCharCode(code) : '';
}
