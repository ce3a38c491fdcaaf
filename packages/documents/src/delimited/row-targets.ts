import { estimateTokens } from '@cairn/retrieval';
import { columnNames, recordLine } from '../text/table.ts';
import type { TextWriter } from '../text/text-writer.ts';

/** Takes the rows of a table after the one of names. */
export interface RowTarget {
  add(fields: readonly string[]): void;
  end(): void;
}

/** Tokens of a group, its names included; what a passage holds. */
const groupTokens = 190;

/** Each row as a record that names its columns; the names alone when no row follows. */
export function namedRows(writer: TextWriter, header: readonly string[]): RowTarget {
  const names = columnNames(header, header.length);
  let isEmpty = true;
  return {
    add(fields) {
      isEmpty = false;
      writer.row(recordLine(names, fields));
    },
    end() {
      if (isEmpty) writer.row(names.join(' | '));
    },
  };
}

/** Rows in groups of a passage's size, each group under a row of the names. */
export function groupedRows(writer: TextWriter, header: readonly string[]): RowTarget {
  const names = columnNames(header, header.length).join(' | ');
  const namesTokens = estimateTokens(names);
  let lines: string[] = [];
  let tokens = namesTokens;
  const end = (): void => {
    if (lines.length > 0) writer.row([names, ...lines].join('\n'));
    lines = [];
    tokens = namesTokens;
  };
  return {
    add(fields) {
      const line = fields.map((field) => field.replaceAll(/\s+/g, ' ').trim()).join(' | ');
      const more = estimateTokens(line);
      if (lines.length > 0 && tokens + more > groupTokens) end();
      lines.push(line);
      tokens += more;
    },
    end,
  };
}
