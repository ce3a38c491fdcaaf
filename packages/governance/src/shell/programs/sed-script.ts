/** What a script of sed does beyond its own text. */
export interface SedDoing {
  readonly kind: 'run' | 'run_lines' | 'write' | 'read';
  /** The command that is run, or the file; empty for lines that are run as they are. */
  readonly text: string;
}

/**
 * Reads a script of sed, command by command, as GNU sed does: addresses, `!`, blocks, and for each command what belongs to it. What is no
 * script ends where it stops being one.
 */
export function readSedScript(script: string): readonly SedDoing[] {
  // Not every sed lets a mark stand in brackets.
  return [true, false].flatMap((inBrackets) => doingsIn(new Reader(script, inBrackets)));
}

function doingsIn(reader: Reader): readonly SedDoing[] {
  const found: SedDoing[] = [];
  while (!reader.isOver) {
    reader.take(/[\s;{}]*/y);
    if (reader.isOver || !reader.address()) break;
    const doing = commandAt(reader);
    if (doing === undefined) break;
    found.push(...doing);
  }
  return found;
}

class Reader {
  at = 0;
  readonly #text: string;
  /** Up to where brackets of a pattern may be closed, between which a mark is none. */
  readonly #closed: number;

  constructor(text: string, inBrackets: boolean) {
    this.#text = text;
    this.#closed = inBrackets ? text.lastIndexOf(']') : -1;
  }

  get isOver(): boolean {
    return this.at >= this.#text.length;
  }

  /** What the pattern, which is sticky, fits here; goes past it. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [text = ''] = pattern.exec(this.#text) ?? [];
    this.at += text.length;
    return text;
  }

  next(): string {
    return this.#text[this.at++] ?? '';
  }

  /** Up to that mark where no `\` is before it, and past it; undefined when there is none. */
  until(mark: string): string | undefined {
    let text = '';
    while (!this.isOver) {
      const letter = this.next();
      if (letter === mark) return text;
      text += letter === '\\' ? letter + this.next() : letter;
    }
    return undefined;
  }

  /** The same of a pattern. */
  pattern(mark: string): string | undefined {
    let text = '';
    while (!this.isOver) {
      const bracket = this.at < this.#closed ? this.take(/\[\^?\]?[^\]]*\]/y) : '';
      const letter = bracket === '' ? this.next() : bracket;
      if (letter === mark) return text;
      text += letter === '\\' ? letter + this.next() : letter;
    }
    return undefined;
  }

  line(): string {
    const text = this.take(/[^\n]*/y);
    this.at += 1;
    return text;
  }

  /** Passes over the addresses of a command; false when one has no end. */
  address(): boolean {
    for (;;) {
      this.take(/[\s,!+~\d$]*/y);
      const mark = this.#text[this.at];
      if (mark !== '/' && mark !== '\\') return true;
      this.at += 1;
      if (this.pattern(mark === '/' ? mark : this.next()) === undefined) return false;
      this.take(/[IM]*/y);
    }
  }
}

/** Undefined where it is none. */
function commandAt(reader: Reader): readonly SedDoing[] | undefined {
  const command = reader.next();
  if (command === 's') return substitution(reader);
  if (command === 'y') return reader.until(reader.next()) === undefined ? undefined : [];
  if (command === 'e') {
    const text = reader.line().trim();
    return [text === '' || /^[;}]/.test(text) ? { kind: 'run_lines', text: '' } : { kind: 'run', text }];
  }
  if (command === 'w' || command === 'W') return [{ kind: 'write', text: reader.line().trim() }];
  if (command === 'r' || command === 'R') return [{ kind: 'read', text: reader.line().trim() }];
  if (/[aic#:btT]/.test(command)) reader.take(/(?:[^\n\\;}]|\\[^])*/y);
  return /[aic#:btT{=dDgGhHlnNpPqQxzFvL]/.test(command) ? [] : undefined;
}

function substitution(reader: Reader): readonly SedDoing[] | undefined {
  const mark = reader.next();
  if (reader.pattern(mark) === undefined) return undefined;
  const by = reader.until(mark);
  if (by === undefined) return undefined;
  const flags = reader.take(/[gpiIMme\d]*/y);
  const runs: readonly SedDoing[] = flags.includes('e')
    ? [
        { kind: 'run', text: by.replaceAll('\\', '') },
        { kind: 'run_lines', text: '' },
      ]
    : [];
  reader.take(/[^\S\n]*/y);
  return reader.take(/w/y) === '' ? runs : [...runs, { kind: 'write', text: reader.line().trim() }];
}
