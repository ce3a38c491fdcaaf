import { attribute, child, descendants, elements, relationOf, textOf, type XmlElement } from '../xml/element.ts';

/** What stands on a slide, in the order of the file. */
export type Shape =
  | { readonly kind: 'title' | 'text' | 'items'; readonly paragraphs: readonly SlideParagraph[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  /** SmartArt, whose words are in a part of their own. */
  | { readonly kind: 'diagram'; readonly relation: string };

export interface SlideParagraph {
  readonly text: string;
  readonly depth: number;
}

/** The shapes of a tree, groups opened; running heads, slide numbers, dates and hidden shapes are left out. */
export function* shapesOf(tree: XmlElement): Generator<Shape> {
  for (const shape of elements(tree)) {
    if (shape.name === 'grpSp' || shape.name === 'Choice') yield* shapesOf(shape);
    else if (shape.name === 'AlternateContent') yield* shapesOf({ ...shape, children: [child(shape, 'Choice') ?? ''] });
    else if (shape.name === 'sp' && !isHidden(shape)) yield* textShape(shape);
    else if (shape.name === 'graphicFrame' && !isHidden(shape)) yield* graphicShape(shape);
  }
}

export function placeholderOf(shape: XmlElement): string | undefined {
  const placeholder = child(child(child(shape, 'nvSpPr'), 'nvPr'), 'ph');
  return placeholder && (attribute(placeholder, 'type') ?? 'body');
}

export function slideParagraphs(shape: XmlElement): SlideParagraph[] {
  const body = child(shape, 'txBody');
  return Array.from(body ? elements(body) : [])
    .filter(({ name }) => name === 'p')
    .map((paragraph) => ({ text: runText(paragraph), depth: Number(attribute(child(paragraph, 'pPr') ?? paragraph, 'lvl') ?? 0) || 0 }))
    .filter(({ text }) => text.trim() !== '');
}

function* textShape(shape: XmlElement): Generator<Shape> {
  const placeholder = placeholderOf(shape);
  if (placeholder !== undefined && /^(?:sldNum|dt|ftr|hdr|sldImg)$/.test(placeholder)) return;
  const paragraphs = slideParagraphs(shape);
  if (paragraphs.length === 0) return;
  const isTitle = placeholder === 'title' || placeholder === 'ctrTitle';
  const isOutline = placeholder !== undefined && placeholder !== 'subTitle' && paragraphs.length > 1;
  const isList = isOutline || !descendants(shape, 'buChar').next().done || !descendants(shape, 'buAutoNum').next().done;
  yield { kind: isTitle ? 'title' : isList ? 'items' : 'text', paragraphs };
}

function* graphicShape(shape: XmlElement): Generator<Shape> {
  for (const table of descendants(shape, 'tbl')) yield { kind: 'table', rows: rowsOf(table) };
  for (const ids of descendants(shape, 'relIds')) yield { kind: 'diagram', relation: relationOf(ids, 'dm') ?? '' };
}

/** Cells merged downwards say their text in each row; those merged to the right say it once, or over each column of the first row. */
function rowsOf(table: XmlElement): string[][] {
  const rows: string[][] = [];
  for (const row of descendants(table, 'tr')) {
    const cells: string[] = [];
    for (const cell of descendants(row, 'tc')) {
      const above = rows.at(-1)?.[cells.length];
      if (attribute(cell, 'vMerge') === '1') cells.push(above ?? '');
      else if (attribute(cell, 'hMerge') === '1') cells.push(rows.length === 0 ? (cells.at(-1) ?? '') : '');
      else
        cells.push(
          slideParagraphs(cell)
            .map(({ text }) => text.trim())
            .join('\n'),
        );
    }
    rows.push(cells);
  }
  return rows;
}

function isHidden(shape: XmlElement): boolean {
  for (const properties of descendants(shape, 'cNvPr')) return /^(?:1|true)$/.test(attribute(properties, 'hidden') ?? '');
  return false;
}

function runText(paragraph: XmlElement): string {
  let text = '';
  for (const each of elements(paragraph)) {
    if (each.name === 'r') text += textOf(child(each, 't') ?? { ...each, children: [] });
    else if (each.name === 'br') text += '\n';
    else if (each.name === 'fld' && attribute(each, 'type') !== 'slidenum') text += textOf(child(each, 't') ?? { ...each, children: [] });
    else if (each.name === 'm' || each.name === 'AlternateContent') text += Array.from(descendants(each, 't'), textOf).join('');
  }
  return text;
}
