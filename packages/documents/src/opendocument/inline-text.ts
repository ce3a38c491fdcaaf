import { attribute, child, elements, textOf, type XmlElement } from '../xml/element.ts';

export interface InlineText {
  readonly text: string;
  readonly notes: readonly string[];
  /** Frames with text of their own that are anchored here. */
  readonly boxes: readonly XmlElement[];
}

/** The text of a paragraph. White space is as in XML: blanks that count are elements. */
export function inlineText(paragraph: XmlElement, hidden: ReadonlySet<string>): InlineText {
  const notes: string[] = [];
  const boxes: XmlElement[] = [];
  let text = '';
  const read = (element: XmlElement): void => {
    for (const each of element.children) {
      if (typeof each === 'string') text += each.replace(/\s+/g, ' ');
      else if (each.name === 's') text += ' '.repeat(Math.min(Number(attribute(each, 'c') ?? 1) || 1, 100));
      else if (each.name === 'tab') text += '\t';
      else if (each.name === 'line-break') text += '\n';
      else if (each.name === 'note') {
        const label = textOf(child(each, 'note-citation') ?? { ...each, children: [] }).trim();
        const body = child(each, 'note-body');
        text += `[^${label}]`;
        if (body) notes.push(`[^${label}]: ${Array.from(elements(body), (line) => inlineText(line, hidden).text.trim()).join('\n')}`);
      } else if (each.name === 'text-box') boxes.push(each);
      else if (!unread.has(each.name) && !hidden.has(attribute(each, 'style-name') ?? '')) read(each);
    }
  };
  read(paragraph);
  return { text, notes, boxes };
}

/** Comments, the reading aids over characters, hidden text, alternative texts of pictures, formulas as objects. */
const unread: ReadonlySet<string> = new Set([
  'annotation',
  'annotation-end',
  'ruby-text',
  'hidden-text',
  'hidden-paragraph',
  'title',
  'desc',
  'object',
  'image',
  'binary-data',
  'tracked-changes',
  'script',
]);
