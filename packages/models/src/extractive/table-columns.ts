import { columnsIn, type Sentence, valuesIn } from '@cairn/retrieval';

/** What a row says by itself, and what its table says for all of its rows. */
export interface RowText {
  readonly values: string;
  /** Names of its columns. */
  readonly columns: string;
  /** Whether it is nothing but the names of the columns of the rows below. */
  readonly isHead: boolean;
}

/** The line under the names of a table in pipes. */
const rule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;
const number = /^[^\p{L}]*\d[^\p{L}]*$/u;

/**
 * Reads the rows of a passage one by one, each with the names of its columns: those that a record holds, those in the first row of the
 * table, or those that the passage came with (`columns`).
 */
export function rowReader(text: string, lines: readonly Sentence[], columns: string | undefined): (at: number) => RowText {
  let names = columns ?? '';
  const sourceOf = (at: number): string => text.slice(lines[at]?.start ?? text.length, lines[at]?.end);
  const isRuled = (at: number): boolean => lines[at + 1]?.kind === 'markup' && rule.test(sourceOf(at + 1));
  const follows = (at: number): boolean => lines[at - 1]?.kind === 'row' || lines[at - 1]?.kind === 'markup';
  return (at) => {
    const source = sourceOf(at);
    if (columnsIn(source).length > 0 && !source.includes('|')) {
      return { values: valuesIn(source), columns: columnsIn(source).join('\n'), isHead: false };
    }
    const isHead = isRuled(at) || (names === '' && !follows(at) && namesBelow(source, sourceOf(at + 1)));
    const row = { values: source, columns: isHead ? '' : names, isHead };
    if (isHead) names = source;
    return row;
  };
}

/** Words over a row of as many cells that has a number: the names of a table that was written without a rule. */
function namesBelow(row: string, below: string): boolean {
  const cells = cellsOf(row);
  const values = cellsOf(below);
  return cells.length === values.length && !cells.some((cell) => number.test(cell)) && values.some((cell) => number.test(cell));
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
