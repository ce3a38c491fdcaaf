import { child, descendants, elements, type XmlElement } from '../xml/element.ts';

/** A main part must hold so much of the page's text to stand for all of it. */
const leastShare = 0.25;
/** With less text of its own than this, a page may well be its links. */
const leastProse = 500;

/** What a page is about, and whether something around it was left out. */
export function mainContent(root: XmlElement): { readonly content: XmlElement; readonly isPart: boolean } {
  const page = child(root, 'body') ?? child(child(root, 'html'), 'body') ?? root;
  const whole = lengthOf(page);
  const marked = markedMain(page).filter((part) => lengthOf(part) >= whole * leastShare);
  const main = marked.reduce<XmlElement | undefined>((most, part) => (most && lengthOf(most) >= lengthOf(part) ? most : part), undefined);
  const prune = createPruner(whole - linkedLength(page) >= leastProse, main !== undefined);
  const content = prune(main ?? page);
  if (lengthOf(content) === 0) return { content: page, isPart: false };
  return { content, isPart: lengthOf(content) < whole };
}

function markedMain(page: XmlElement): XmlElement[] {
  const mains = [...find(page, ({ name, attributes }) => name === 'main' || attributes['role'] === 'main')];
  if (mains.length > 0) return mains;
  const articles = [...find(page, ({ name }) => name === 'article')];
  return articles.length === 1 ? articles : [];
}

function* find(parent: XmlElement, matches: (element: XmlElement) => boolean): Generator<XmlElement> {
  for (const each of elements(parent)) {
    if (matches(each)) yield each;
    else yield* find(each, matches);
  }
}

const aroundRoles: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);
const around: ReadonlySet<string> = new Set(['header', 'footer', 'aside']);

/** Takes out navigation, and outside the main part what stands around it: the site's header and footer, asides, lists of links. */
function createPruner(hasProse: boolean, isMain: boolean): (element: XmlElement) => XmlElement {
  const goes = (element: XmlElement, inArticle: boolean): boolean => {
    if (element.name === 'nav' || aroundRoles.has(element.attributes['role'] ?? '')) return true;
    if (!inArticle && around.has(element.name)) return ![...find(element, ({ name }) => name === 'h1')].length;
    return hasProse && isLinkList(element);
  };
  const prune = (element: XmlElement, inArticle: boolean): XmlElement => ({
    ...element,
    children: element.children
      .filter((each) => typeof each === 'string' || !goes(each, inArticle))
      .map((each) => (typeof each === 'string' ? each : prune(each, inArticle || each.name === 'article' || each.name === 'main'))),
  });
  return (element) => prune(element, isMain);
}

function isLinkList(element: XmlElement): boolean {
  if (element.name !== 'ul' && element.name !== 'ol') return false;
  const links = [...descendants(element, 'a')];
  const linked = links.reduce((sum, link) => sum + lengthOf(link), 0);
  return links.length >= 5 && linked / links.length < 40 && linked > lengthOf(element) * 0.9;
}

/** Characters that are not blank. */
function lengthOf({ children }: XmlElement): number {
  let length = 0;
  for (const each of children) {
    if (typeof each !== 'string') length += lengthOf(each);
    else for (let at = 0; at < each.length; at += 1) if (each.charCodeAt(at) > 0x20) length += 1;
  }
  return length;
}

const linkedLength = (element: XmlElement): number =>
  Array.from(descendants(element, 'a'), lengthOf).reduce((sum, length) => sum + length, 0);
