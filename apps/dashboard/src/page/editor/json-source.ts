/** A piece of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly name: string;
  readonly nameAt: Span;
  /** Behind its colon; undefined while there is none. */
  readonly colonEnd: number | undefined;
  readonly value: JsonNode | undefined;
}

/** A value in a text of JSON that may be half written. */
export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
    /** Something that is no value. */
    | { readonly kind: 'broken' }
  );

/** What is wrong at a place. */
export interface SourceFault extends Span {
  readonly message: string;
}

export interface Source {
  readonly root: JsonNode | undefined;
  readonly faults: readonly SourceFault[];
}

/** Deeper than this nobody writes. */
const mostDepth = 64;

/** Reads JSON with the place of every part, and goes on after what is wrong, so that help is there while somebody writes. */
export function readSource(text: string): Source {
  return new SourceReader(text).read();
}

class SourceReader {
  readonly #text: string;
  readonly #faults: SourceFault[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Source {
    const root = this.#value(0);
    if (!root) this.#fault(this.#at, this.#at + 1, 'a value is missing');
    this.#skip();
    if (root && this.#at < this.#text.length) this.#fault(this.#at, this.#text.length, 'nothing may follow here');
    return { root, faults: this.#faults };
  }

  #value(depth: number): JsonNode | undefined {
    const sign = this.#skip();
    if (depth > mostDepth) return this.#rest('is nested too deep');
    if (sign === '{') return this.#object(depth);
    if (sign === '[') return this.#array(depth);
    if (sign === '"') return this.#string();
    return this.#word();
  }

  #object(depth: number): JsonNode {
    const start = this.#at;
    const members: JsonMember[] = [];
    this.#at += 1;
    for (;;) {
      const sign = this.#skip();
      if (sign === undefined || sign === ']') {
        this.#fault(start, start + 1, 'its } is missing');
        return { kind: 'object', start, end: this.#at, members };
      }
      this.#at += sign === '}' ? 1 : 0;
      if (sign === '}') return { kind: 'object', start, end: this.#at, members };
      const member = this.#member(depth);
      if (member) {
        if (members.some(({ name }) => name === member.name)) this.#fault(member.nameAt.start, member.nameAt.end, 'stands twice');
        members.push(member);
      }
      this.#comma('}');
    }
  }

  #member(depth: number): JsonMember | undefined {
    const start = this.#at;
    const name = this.#skip() === '"' ? this.#string() : this.#word();
    if (!name) return this.#stray();
    if (this.#text[start] !== '"') this.#fault(name.start, name.end, 'names need double quotes');
    const known = name.kind === 'scalar' ? String(name.value) : this.#text.slice(name.start, name.end);
    if (this.#skip() !== ':') {
      this.#fault(name.start, name.end, 'needs a colon and a value');
      return { name: known, nameAt: name, colonEnd: undefined, value: undefined };
    }
    this.#at += 1;
    const colonEnd = this.#at;
    const value = this.#value(depth + 1);
    if (!value) this.#fault(name.start, colonEnd, 'needs a value');
    return { name: known, nameAt: name, colonEnd, value };
  }

  #array(depth: number): JsonNode {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#at += 1;
    for (;;) {
      const sign = this.#skip();
      if (sign === undefined || sign === '}') {
        this.#fault(start, start + 1, 'its ] is missing');
        return { kind: 'array', start, end: this.#at, items };
      }
      this.#at += sign === ']' ? 1 : 0;
      if (sign === ']') return { kind: 'array', start, end: this.#at, items };
      const item = this.#value(depth + 1);
      if (item) items.push(item);
      else this.#stray();
      this.#comma(']');
    }
  }

  /** What is between two members, or two items. */
  #comma(closing: '}' | ']'): void {
    const sign = this.#skip();
    if (sign === ',') {
      const at = this.#at;
      this.#at += 1;
      if (this.#skip() === closing) this.#fault(at, at + 1, 'nothing follows this comma');
    } else if (sign !== undefined && sign !== '}' && sign !== ']') {
      this.#fault(this.#at, this.#at + 1, 'a comma is missing before this');
    }
  }

  #string(): JsonNode {
    const start = this.#at;
    let at = start + 1;
    while (at < this.#text.length && this.#text[at] !== '"' && this.#text[at] !== '\n') at += this.#text[at] === '\\' ? 2 : 1;
    const isClosed = this.#text[at] === '"';
    this.#at = Math.min(this.#text.length, isClosed ? at + 1 : at);
    const place = { start, end: this.#at };
    const value = isClosed ? parsed(this.#text.slice(start, this.#at)) : undefined;
    if (typeof value === 'string') return { kind: 'scalar', ...place, value };
    this.#fault(start, this.#at, isClosed ? 'holds something that has to be written as an escape' : 'its closing quote is missing');
    return { kind: 'scalar', ...place, value: this.#text.slice(start + 1, this.#at) };
  }

  /** A number, `true`, `false`, `null`, or something else that is written without quotes. */
  #word(): JsonNode | undefined {
    const word = /^[^\s{}[\]",:]+/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0];
    if (word === undefined) return undefined;
    const place = { start: this.#at, end: this.#at + word.length };
    this.#at = place.end;
    const value = parsed(word);
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return { kind: 'scalar', ...place, value };
    if (this.#text[this.#at] !== ':') this.#fault(place.start, place.end, 'is no value: a text needs double quotes');
    return { kind: 'broken', ...place };
  }

  #stray(): undefined {
    if (this.#text[this.#at] !== '}' && this.#text[this.#at] !== ']') {
      if (this.#text[this.#at] !== ',') this.#fault(this.#at, this.#at + 1, 'does not belong here');
      else this.#fault(this.#at, this.#at + 1, 'nothing stands before this comma');
      if (this.#text[this.#at] !== ',') this.#at += 1;
    }
    return undefined;
  }

  #rest(message: string): JsonNode {
    const place = { start: this.#at, end: this.#text.length };
    this.#fault(place.start, place.end, message);
    this.#at = place.end;
    return { kind: 'broken', ...place };
  }

  /** Passes the blanks that JSON knows. Gives what follows. */
  #skip(): string | undefined {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return this.#text[this.#at];
  }

  #fault(start: number, end: number, message: string): void {
    if (this.#faults.length < 100) this.#faults.push({ start, end, message });
  }
}

/** Space, tab, line feed, carriage return. */
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Where a value is, by the names and numbers that lead to it; of what is not there, where it would be. */
export function placeOf(root: JsonNode, path: readonly string[]): Span {
  let node = root;
  let place: Span = root;
  for (const part of path) {
    if (node.kind === 'object') {
      const member = node.members.find(({ name }) => name === part);
      if (!member) return opening(node);
      place = member.value ?? member.nameAt;
      if (!member.value) return place;
      node = member.value;
    } else if (node.kind === 'array') {
      const item = node.items[Number(part)];
      if (!item) return opening(node);
      node = item;
      place = item;
    } else {
      return node;
    }
  }
  return node.kind === 'scalar' ? place : opening(node);
}

/** The first sign of something long. */
export const opening = (node: JsonNode): Span =>
  node.kind === 'object' || node.kind === 'array' ? { start: node.start, end: node.start + 1 } : node;
