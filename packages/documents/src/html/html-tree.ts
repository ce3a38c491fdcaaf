import { Parser } from 'htmlparser2';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import type { XmlElement } from '../xml/element.ts';
import { type HidingRules, hidingRules } from './hiding-rules.ts';
import { hidingOf } from './hiding-style.ts';

/** A page as a reader sees it. */
export interface HtmlTree {
  readonly title: string;
  /** All that can be seen, as one element. */
  readonly root: XmlElement;
  /** Whether something was left out because it is hidden. */
  readonly hides: boolean;
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** Elements whose content is never text of the page. */
const unseen: ReadonlySet<string> = new Set(
  'script style template noscript iframe object embed applet svg canvas audio video map datalist select textarea rt rp annotation annotation-xml'.split(
    ' ',
  ),
);

/** Browsers stop at 512. */
const deepest = 5000;
const tooDeep = `The page nests its elements more than ${deepest} deep. Simplify its structure, and upload it again.`;

/** Parses HTML, any HTML; what is hidden, a comment or no text never gets into the tree. @throws DocumentFault `too_large` */
export function htmlTree(html: string): HtmlTree {
  const builder = new TreeBuilder(hidingRules(styleSheets(html)));
  const parser = new Parser(
    {
      onopentag: (name, attributes) => builder.open(name, attributes),
      ontext: (text) => builder.text(text),
      onclosetag: (name) => builder.close(name),
    },
    { decodeEntities: true, recognizeSelfClosing: /^\s*<\?xml/.test(html) },
  );
  parser.end(html);
  return { title: builder.title.replace(/\s+/g, ' ').trim(), root: builder.root, hides: builder.hides };
}

class TreeBuilder {
  readonly root: OpenElement = { name: 'html', attributes: {}, children: [] };
  title = '';
  hides = false;
  readonly #isHiddenByRule: HidingRules;
  readonly #stack: OpenElement[] = [this.root];
  /** Open elements below the one that hides them, itself included. */
  #hiddenDepth = 0;
  /** Open elements deeper than the limit: their content stays, they do not. */
  #flatDepth = 0;
  #titleDepth = 0;
  #elements = 0;

  constructor(isHiddenByRule: HidingRules) {
    this.#isHiddenByRule = isHiddenByRule;
  }

  open(name: string, attributes: Record<string, string>): void {
    // The parser takes time by the square of the depth.
    if (this.#stack.length + this.#hiddenDepth + this.#flatDepth > deepest) throw new DocumentFault('too_large', { message: tooDeep });
    if (this.#hiddenDepth > 0 || unseen.has(name) || this.#isHidden(name, attributes)) {
      this.#hiddenDepth += 1;
    } else if (name === 'title' || this.#titleDepth > 0) {
      this.#titleDepth += 1;
    } else if (this.#flatDepth > 0 || this.#stack.length >= readLimits.depth) {
      this.#flatDepth += 1;
    } else {
      this.#elements += 1;
      if (this.#elements > readLimits.elements) throw new DocumentFault('too_large');
      const element: OpenElement = { name, attributes, children: [] };
      this.#stack.at(-1)?.children.push(element);
      this.#stack.push(element);
    }
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0) return;
    if (this.#titleDepth > 0) this.title += text;
    else this.#stack.at(-1)?.children.push(text);
  }

  close(_name: string): void {
    if (this.#hiddenDepth > 0) this.#hiddenDepth -= 1;
    else if (this.#titleDepth > 0) this.#titleDepth -= 1;
    else if (this.#flatDepth > 0) this.#flatDepth -= 1;
    else if (this.#stack.length > 1) this.#stack.pop();
  }

  #isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
    const isHidden =
      'hidden' in attributes ||
      attributes['aria-hidden']?.toLowerCase() === 'true' ||
      (name === 'dialog' && !('open' in attributes)) ||
      (name === 'input' && attributes['type']?.toLowerCase() === 'hidden') ||
      (attributes['style'] !== undefined && hidingOf(attributes['style']) !== undefined) ||
      this.#isHiddenByRule(name, attributes);
    if (isHidden && name !== 'input') this.hides = true;
    return isHidden;
  }
}

/** What stands in the `style` elements, read in one pass. */
function styleSheets(html: string): string[] {
  const sheets: string[] = [];
  let from: number | undefined;
  for (const { 0: tag, index } of html.matchAll(/<\/?style\b/gi)) {
    if (!tag.startsWith('</')) from ??= html.indexOf('>', index) + 1;
    else if (from !== undefined) {
      sheets.push(html.slice(from, index));
      from = undefined;
    }
  }
  return sheets;
}
