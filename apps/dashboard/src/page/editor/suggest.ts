import { isMeant } from './check-source.ts';
import type { JsonMember, JsonNode, Source, Span } from './json-source.ts';
import { valuesOf, waysOf } from './schema.ts';
import type { Schema } from './schema.ts';

/** Something that could be written where the caret is. */
export interface Suggestion {
  readonly label: string;
  readonly about: string | undefined;
  /** What is written in place of `replaces`, and where in it the caret is afterwards. */
  readonly text: string;
  readonly caret: number;
  readonly replaces: Span;
}

interface Spot {
  readonly schemas: readonly Schema[];
  readonly kind: 'name' | 'value';
  /** What is written there already, up to its end. */
  readonly token: Span;
  readonly typed: string;
  readonly siblings: readonly string[];
  readonly hasColon: boolean;
}

/** What a schema knows for a place in a text. */
export function suggest(
  schema: Schema,
  { root }: Source,
  { text, offset }: { readonly text: string; readonly offset: number },
): readonly Suggestion[] {
  const spot = root && spotIn([schema], root, { text, offset });
  if (!spot) return [];
  const found = spot.kind === 'name' ? nameSuggestions(spot) : valueSuggestions(spot);
  const typed = spot.typed.toLowerCase();
  const begins = found.filter(({ label }) => label.toLowerCase().startsWith(typed));
  const holds = found.filter(({ label }) => !label.toLowerCase().startsWith(typed) && label.toLowerCase().includes(typed));
  return [...begins, ...holds];
}

interface Caret {
  readonly text: string;
  readonly offset: number;
}

const isIn = ({ start, end }: Span, offset: number): boolean => offset > start && offset < end;
const touches = ({ start, end }: Span, offset: number): boolean => offset >= start && offset <= end;

function spotIn(schemas: readonly Schema[], node: JsonNode, caret: Caret): Spot | undefined {
  const ways = schemas.flatMap(waysOf);
  if (node.kind === 'object') return spotInObject(ways, node, caret);
  if (node.kind === 'array') return spotInArray(ways, node, caret);
  return touches(node, caret.offset) ? valueSpot(ways, node, caret) : undefined;
}

function spotInObject(ways: readonly Schema[], node: JsonNode & { readonly kind: 'object' }, caret: Caret): Spot | undefined {
  if (caret.offset <= node.start) return undefined;
  const meant = ways.filter((way) => isMeant(way, node));
  const known = meant.length > 0 ? meant : ways;
  const member = node.members.find((one, at) => isAt(one, node.members[at + 1], caret.offset));
  if (member === undefined) return nameSpot(known, node, { caret, token: { start: caret.offset, end: caret.offset } });
  if (touches(member.nameAt, caret.offset)) return nameSpot(known, node, { caret, token: member.nameAt, member });
  const below = known.flatMap(({ properties = {} }) => (Object.hasOwn(properties, member.name) ? (properties[member.name] ?? []) : []));
  if (member.value) return spotIn(below, member.value, caret);
  return valueSpot(below.flatMap(waysOf), { start: caret.offset, end: caret.offset }, caret);
}

/** Whether the caret is in a member: in its name, in its value, or between its colon and what comes next while it has no value. */
function isAt({ nameAt, colonEnd, value }: JsonMember, next: JsonMember | undefined, offset: number): boolean {
  if (touches(nameAt, offset)) return true;
  if (value) return value.kind === 'scalar' || value.kind === 'broken' ? touches(value, offset) : isIn(value, offset);
  return colonEnd !== undefined && offset >= colonEnd && (next === undefined || offset < next.nameAt.start);
}

function spotInArray(ways: readonly Schema[], node: JsonNode & { readonly kind: 'array' }, caret: Caret): Spot | undefined {
  if (!isIn(node, caret.offset) && caret.offset !== node.end) return undefined;
  const below = ways.flatMap(({ items }) => items ?? []);
  const item = node.items.find((one) =>
    one.kind === 'object' || one.kind === 'array' ? isIn(one, caret.offset) : touches(one, caret.offset),
  );
  return item ? spotIn(below, item, caret) : valueSpot(below.flatMap(waysOf), { start: caret.offset, end: caret.offset }, caret);
}

interface NamePlace {
  readonly caret: Caret;
  readonly token: Span;
  readonly member?: JsonMember;
}

function nameSpot(schemas: readonly Schema[], node: JsonNode & { readonly kind: 'object' }, { caret, token, member }: NamePlace): Spot {
  return {
    schemas,
    kind: 'name',
    token: replaced(token, caret),
    typed: typedIn(token, caret),
    siblings: node.members.filter((one) => one !== member).map(({ name }) => name),
    hasColon: member?.colonEnd !== undefined,
  };
}

const valueSpot = (schemas: readonly Schema[], token: Span, caret: Caret): Spot => ({
  schemas,
  kind: 'value',
  token: replaced(token, caret),
  typed: typedIn(token, caret),
  siblings: [],
  hasColon: false,
});

/** A text whose quote is not closed yet may reach far; only what was typed of it gives way. */
function replaced({ start, end }: Span, { text, offset }: Caret): Span {
  const isOpen = text[start] === '"' && (end - start < 2 || text[end - 1] !== '"');
  return { start, end: isOpen ? offset : end };
}

const typedIn = ({ start }: Span, { text, offset }: Caret): string => text.slice(start, offset).replace(/^"/, '');

function nameSuggestions({ schemas, token, siblings, hasColon }: Spot): readonly Suggestion[] {
  const found = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));
  const needed = new Set(schemas.flatMap(({ required = [] }) => required));
  return [...found]
    .filter(([name]) => !siblings.includes(name))
    .toSorted(([one], [other]) => Number(needed.has(other)) - Number(needed.has(one)))
    .map(([name, schema]) => {
      const value = hasColon ? { text: '', caret: 0 } : beginningOf(schema);
      const start = `${JSON.stringify(name)}${hasColon ? '' : ': '}`;
      const about = [needed.has(name) ? 'Needed.' : '', schema.description ?? ''].filter(Boolean).join(' ');
      return suggestion({ label: name, about, written: { text: `${start}${value.text}`, caret: start.length + value.caret }, token });
    });
}

/** A value to go on from: brackets or quotes with the caret between them. */
function beginningOf(schema: Schema): { readonly text: string; readonly caret: number } {
  const [way = schema] = waysOf(schema);
  if (way.type === 'object') return { text: '{}', caret: 1 };
  if (way.type === 'array') return { text: '[]', caret: 1 };
  if (way.type === 'string') return { text: '""', caret: 1 };
  return { text: '', caret: 0 };
}

function valueSuggestions({ schemas, token }: Spot): readonly Suggestion[] {
  const values = schemas.flatMap((schema) => (valuesOf(schema) ?? []).map((value) => ({ value, about: schema.description })));
  const known = new Map(values.map((one) => [JSON.stringify(one.value), one]));
  if (known.size > 0) {
    return [...known].map(([written, { value, about }]) =>
      suggestion({ label: String(value), about, written: { text: written, caret: written.length }, token }),
    );
  }
  const beginnings = new Map(schemas.map((schema) => [beginningOf(schema).text, schema]));
  return [...beginnings]
    .filter(([written]) => written !== '' && written !== '""' && token.start === token.end)
    .map(([written, schema]) =>
      suggestion({ label: written === '{}' ? '{ … }' : '[ … ]', about: schema.description, written: { text: written, caret: 1 }, token }),
    );
}

interface Written {
  readonly label: string;
  readonly about: string | undefined;
  readonly written: { readonly text: string; readonly caret: number };
  readonly token: Span;
}

const suggestion = ({ label, about, written, token }: Written): Suggestion => ({
  label,
  about: about === '' ? undefined : about,
  ...written,
  replaces: { start: token.start, end: token.end },
});
