/**
 * References of a step's input to what is known when it starts. The syntax, in any text of the input:
 *
 *     {{steps.<step id>.output}}           what that step gave
 *     {{steps.<step id>.output.a.0.b}}     a member of it; a number picks an element of a list
 *     {{task.goal}}                        the goal of the task
 *
 * A text that is one reference and nothing else becomes the value itself; within other text it is written as text, what is no text as
 * JSON. What is put in is not looked at again. Double braces around anything else are text like any other.
 */
export interface Reference {
  /** Undefined: the goal. */
  readonly step: string | undefined;
  readonly path: readonly string[];
}

const pattern = /\{\{\s*(?:task\.goal|steps\.([A-Za-z0-9_-]{1,64})\.output((?:\.[A-Za-z0-9_-]{1,128}){0,16}))\s*\}\}/g;
const only = new RegExp(`^${pattern.source}$`);
/** What was meant as a reference and is none. */
const broken = /\{\{\s*(?:task\.(?!goal\s*\}\})|steps\.(?![A-Za-z0-9_-]{1,64}\.output(?:\.[A-Za-z0-9_-]{1,128}){0,16}\s*\}\}))[^}]{0,64}/;

const referenceOf = (step: string | undefined, path: string | undefined): Reference => ({
  step,
  path: path === undefined || path === '' ? [] : path.slice(1).split('.'),
});

/** Every reference of an input, in order. */
export function referencesIn(input: unknown): readonly Reference[] {
  return textsIn(input).flatMap((text) => [...text.matchAll(pattern)].map(([, step, path]) => referenceOf(step, path)));
}

/** Where an input refers to something: JSON pointers (RFC 6901) into it, each with the steps that are named there; undefined: the goal. */
export function placesOfReferences(
  input: unknown,
  pointer = '',
): readonly { readonly pointer: string; readonly steps: readonly (string | undefined)[] }[] {
  if (typeof input === 'string') {
    const steps = referencesIn(input).map(({ step }) => step);
    return steps.length === 0 ? [] : [{ pointer, steps }];
  }
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, one]) =>
    placesOfReferences(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** The beginning of something that looks like a reference and is not one; undefined: there is none. */
export function brokenReference(input: unknown): string | undefined {
  for (const text of textsIn(input)) {
    const found = broken.exec(text);
    if (found) return found[0];
  }
  return undefined;
}

/** A reference that leads to nothing. */
export class MissingValue extends Error {
  constructor({ step, path }: Reference) {
    super(`{{steps.${[step, 'output', ...path].join('.')}}} leads to nothing: step "${step}" gave no such value`);
    this.name = 'MissingValue';
  }
}

export interface Known {
  readonly goal: string;
  /** By step id. */
  readonly outputs: ReadonlyMap<string, unknown>;
}

/** The input with what it refers to in place. @throws MissingValue */
export function resolveReferences(input: unknown, known: Known): unknown {
  if (typeof input === 'string') return resolveText(input, known);
  if (Array.isArray(input)) return input.map((each: unknown) => resolveReferences(each, known));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, resolveReferences(value, known)]));
}

function resolveText(text: string, known: Known): unknown {
  const whole = only.exec(text);
  if (whole) return valueOf(referenceOf(whole[1], whole[2]), known);
  return text.replaceAll(pattern, (_, step: string | undefined, path: string | undefined) => {
    const value = valueOf(referenceOf(step, path), known);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function valueOf(reference: Reference, { goal, outputs }: Known): unknown {
  const { step, path } = reference;
  if (step === undefined) return goal;
  let value = outputs.get(step);
  for (const name of path) {
    const holder: object | undefined = typeof value === 'object' && value !== null ? value : undefined;
    value = holder !== undefined && Object.hasOwn(holder, name) ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  if (value === undefined) throw new MissingValue(reference);
  return value;
}

function textsIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input];
  if (typeof input !== 'object' || input === null) return [];
  return Object.values(input).flatMap(textsIn);
}
