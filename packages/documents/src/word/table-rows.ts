import { child, descendants, elements, type XmlElement } from '../xml/element.ts';
import { isOn, valueOf } from './styles.ts';

export interface TableRows {
  readonly rows: readonly (readonly string[])[];
  /** True when the table says so; else it is to be told from the cells. */
  readonly header: true | undefined;
}

/** The rows of a table. Merged cells say their text in each row that they reach into, and once in a row. */
export function tableRows(table: XmlElement, textOfCell: (cell: XmlElement) => string): TableRows {
  const rows: string[][] = [];
  let header: true | undefined;
  for (const row of descendants(table, 'tr')) {
    const properties = child(row, 'trPr');
    if (child(properties, 'del')) continue;
    if (rows.length === 0 && isOn(child(properties, 'tblHeader'))) header = true;
    rows.push(cellsOf(row, { above: rows.at(-1) ?? [], repeats: rows.length === 0, textOfCell }));
  }
  return { rows, header };
}

interface RowContext {
  readonly above: readonly string[];
  /** Whether a name over several columns names each of them: in the first row. */
  readonly repeats: boolean;
  readonly textOfCell: (cell: XmlElement) => string;
}

function cellsOf(row: XmlElement, { above, repeats, textOfCell }: RowContext): string[] {
  const cells: string[] = [];
  for (const cell of cellElements(row)) {
    const properties = child(cell, 'tcPr');
    const merge = child(properties, 'vMerge');
    const continues = merge !== undefined && valueOf(merge) !== 'restart';
    const text = continues ? (above[cells.length] ?? '') : textOfCell(cell);
    const span = Math.min(Math.max(Number(valueOf(child(properties, 'gridSpan')) ?? 1) || 1, 1), 256);
    cells.push(text);
    for (let more = 1; more < span; more += 1) cells.push(repeats ? text : '');
  }
  return cells;
}

/** Cells may stand inside content controls. */
function* cellElements(row: XmlElement): Generator<XmlElement> {
  for (const each of elements(row)) {
    if (each.name === 'tc') yield each;
    else if (each.name === 'sdt' || each.name === 'sdtContent' || each.name === 'ins') yield* cellElements(each);
  }
}
