import { attribute, child, descendants, elements, type XmlElement } from '../xml/element.ts';

/** How often a filled cell or row is repeated at most; styled emptiness is repeated to the end of the sheet. */
const mostRepeats = 256;

/** The cells of a row of an OpenDocument table. */
export function cellsOfRow(row: XmlElement, textOfCell: (cell: XmlElement) => string): string[] {
  const cells: string[] = [];
  for (const cell of elements(row)) {
    if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue;
    const text = cell.name === 'table-cell' ? cellText(cell, textOfCell) : '';
    for (let copies = repeats(cell, 'number-columns-repeated'); copies > 0; copies -= 1) cells.push(text);
  }
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

export const rowRepeats = (row: XmlElement): number => repeats(row, 'number-rows-repeated');

/** The rows of a table that is in memory whole, and whether it says that its first rows are names. */
export function rowsOfTable(table: XmlElement, textOfCell: (cell: XmlElement) => string): { rows: string[][]; header: true | undefined } {
  return {
    rows: Array.from(descendants(table, 'table-row'), (row) => cellsOfRow(row, textOfCell)),
    header: child(table, 'table-header-rows') ? true : undefined,
  };
}

function cellText(cell: XmlElement, textOfCell: (cell: XmlElement) => string): string {
  const date = attribute(cell, 'date-value');
  return date === undefined ? textOfCell(cell) : date.replace(/T00:00:00(?:\.0+)?$/, '').replace('T', ' ');
}

function repeats(element: XmlElement, name: string): number {
  const count = Number(attribute(element, name) ?? 1);
  return count >= 1 && count <= mostRepeats ? count : 1;
}
