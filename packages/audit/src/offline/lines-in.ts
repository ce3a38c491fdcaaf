import { isUtf8 } from 'node:buffer';

const lineFeed = 10;

/**
 * The lines of a file in UTF-8. Only a line feed ends one: texts may hold what other readers take for an end, such as U+2028, and a
 * carriage return before it belongs to the line. What is no UTF-8 is told as an empty line.
 */
export async function* linesIn(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const piece of input) {
    const bytes = Buffer.from(piece);
    let from = 0;
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      yield textOf([...begun, bytes.subarray(from, at)]);
      begun = [];
      from = at + 1;
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
  }
  if (begun.length > 0) yield textOf(begun);
}

function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(pieces);
  return isUtf8(bytes) ? bytes.toString('utf8') : '';
}
