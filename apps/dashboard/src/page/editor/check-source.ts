import type { JsonMember, JsonNode, SourceFault } from './json-source.ts';
import { opening } from './json-source.ts';
import { valuesOf, waysOf } from './schema.ts';
import type { Schema } from './schema.ts';

/** What of a text is not as a schema has it, each at its place. */
export function checkSource(schema: Schema, node: JsonNode): readonly SourceFault[] {
  const ways = waysOf(schema);
  const [only] = ways;
  if (ways.length === 1 && only) return checkWay(only, node);
  const untold = untoldFaults(ways, node);
  if (untold.length > 0) return untold;
  const fitting = ways.filter((way) => isMeant(way, node));
  const tried = (fitting.length > 0 ? fitting : ways).map((way) => checkWay(way, node));
  // The way that least is wrong with is the one that was meant.
  const [best = []] = tried.toSorted((one, other) => one.length - other.length);
  return best;
}

/** Whether the values that tell ways apart are those of this one. */
export function isMeant(way: Schema, node: JsonNode): boolean {
  if (node.kind !== 'object') return kindFault(way, node) === undefined;
  return node.members.every(({ name, value }) => {
    const values = way.properties?.[name] && valuesOf(way.properties[name]);
    return !values || value?.kind !== 'scalar' || values.includes(value.value);
  });
}

/** Values that tell ways apart and are those of none: which way was meant cannot be said, so all that could stand there is. */
function untoldFaults(ways: readonly Schema[], node: JsonNode): readonly SourceFault[] {
  if (node.kind !== 'object') return [];
  return node.members.flatMap(({ name, value }) => {
    const told = ways.map(({ properties = {} }) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
    const values = told.map((schema) => schema && valuesOf(schema));
    if (value?.kind !== 'scalar' || values.includes(undefined)) return [];
    const fault = scalarFault({ enum: [...new Set(values.flatMap((some) => some ?? []))] }, value.value);
    return fault === undefined ? [] : [{ ...span(value), message: `${JSON.stringify(name)} ${fault}` }];
  });
}

function checkWay(schema: Schema, node: JsonNode): readonly SourceFault[] {
  if (node.kind === 'broken') return [];
  const wrong = kindFault(schema, node);
  if (wrong !== undefined) return [{ ...span(node), message: wrong }];
  if (node.kind === 'object') return checkObject(schema, node);
  if (node.kind === 'array') return checkArray(schema, node);
  const fault = scalarFault(schema, node.value);
  return fault === undefined ? [] : [{ ...span(node), message: fault }];
}

const names: Readonly<Record<NonNullable<Schema['type']>, string>> = {
  object: 'an object: { … }',
  array: 'a list: [ … ]',
  string: 'a text in double quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function kindFault({ type }: Schema, node: JsonNode): string | undefined {
  if (type === undefined) return undefined;
  return isOfType(type, node) ? undefined : `must be ${names[type]}`;
}

function isOfType(type: NonNullable<Schema['type']>, node: JsonNode): boolean {
  if (type === 'object' || type === 'array') return node.kind === type;
  if (node.kind !== 'scalar') return false;
  return type === 'integer' ? Number.isInteger(node.value) : typeof node.value === type;
}

function checkObject(schema: Schema, node: JsonNode & { readonly kind: 'object' }): readonly SourceFault[] {
  const missing = (schema.required ?? []).filter((name) => !node.members.some((member) => member.name === name));
  return [
    ...missing.map((name) => ({ ...span(node), message: `needs ${name}` })),
    ...node.members.flatMap((member) => checkMember(schema, member)),
  ];
}

function checkMember({ properties = {}, additionalProperties }: Schema, { name, nameAt, value }: JsonMember): readonly SourceFault[] {
  const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (known) return value ? named(name, value, checkSource(known, value)) : [];
  if (additionalProperties !== false) return [];
  return [{ ...nameAt, message: `${JSON.stringify(name)} is not known here; known are ${Object.keys(properties).join(', ')}` }];
}

/** Faults of the value itself are told with its name; those of what is within have one of their own. */
function named(name: string, value: JsonNode, faults: readonly SourceFault[]): readonly SourceFault[] {
  const { start } = span(value);
  return faults.map((fault) => (fault.start === start ? { ...fault, message: `${JSON.stringify(name)} ${fault.message}` } : fault));
}

function checkArray(
  { items, minItems = 0, maxItems = Infinity }: Schema,
  node: JsonNode & { readonly kind: 'array' },
): readonly SourceFault[] {
  const count = node.items.length;
  const size = count < minItems ? `needs at least ${minItems}` : count > maxItems ? `takes at most ${maxItems}` : undefined;
  return [
    ...(size === undefined ? [] : [{ ...span(node), message: size }]),
    ...(items ? node.items.flatMap((item) => checkSource(items, item)) : []),
  ];
}

function scalarFault(schema: Schema, value: string | number | boolean | null): string | undefined {
  const values = valuesOf(schema);
  if (values && !values.includes(value))
    return `must be ${values.length === 1 ? '' : 'one of '}${values.map((one) => JSON.stringify(one)).join(', ')}`;
  if (typeof value === 'string') return textFault(schema, value);
  return typeof value === 'number' ? numberFault(schema, value) : undefined;
}

function textFault({ minLength = 0, maxLength = Infinity, pattern }: Schema, value: string): string | undefined {
  if (value.length < minLength) return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
  if (value.length > maxLength) return `must have at most ${maxLength} characters`;
  return pattern !== undefined && !expressionOf(pattern).test(value) ? `must match ${pattern}` : undefined;
}

const expressions = new Map<string, RegExp>();

/** A text is checked with every letter that somebody writes. */
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

function numberFault({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): string | undefined {
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : undefined;
}

/** Where a fault of a whole value is shown. */
const span = (node: JsonNode) => {
  const { start, end } = opening(node);
  return { start, end };
};
