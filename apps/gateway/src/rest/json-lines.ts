/** One line of a body; `bytes` is undefined when it was too long to be kept. */
export interface Line {
  /** From 1 on. */
  readonly number: number;
  readonly bytes: Buffer | undefined;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Parts a body into its lines as it comes, without the empty ones. It never holds more of it than a part and one line of `maxBytes`. */
export async function* readLines(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  const open = new OpenLine(maxBytes);
  let number = 0;
  for await (const part of body) {
    let start = 0;
    for (let end = part.indexOf(newline); end >= 0; end = part.indexOf(newline, start)) {
      const line = open.end(part.subarray(start, end));
      number += 1;
      start = end + 1;
      if (line !== 'empty') yield { number, bytes: line };
    }
    open.add(part.subarray(start));
  }
  const last = open.end(Buffer.alloc(0));
  if (last !== 'empty') yield { number: number + 1, bytes: last };
}

/** The line that is still to be ended. */
class OpenLine {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  end(part: Buffer): Buffer | 'empty' | undefined {
    this.add(part);
    const [parts, length] = [this.#parts, this.#length];
    this.#parts = [];
    this.#length = 0;
    if (length > this.#maxBytes) return undefined;
    const line = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const whole = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
    return whole.length === 0 ? 'empty' : whole;
  }
}
