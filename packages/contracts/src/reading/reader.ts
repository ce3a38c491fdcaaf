import { CairnError } from '@cairn/core';
import { z } from 'zod';
import { issuesOf, queryWords, words } from './issues.ts';

/** Reads one kind of input; throws INVALID_ARGUMENT with an issue for each fault. */
export type Reader<Value> = (input: unknown) => Value;

/**
 * Compiles the one reading rule for a schema: `null` for an optional property means absent, unless the property is nullable; a
 * string of digits for a whole number means that number; and nothing else is coerced.
 */
export function createReader<Schema extends z.ZodObject>(schema: Schema): Reader<z.output<Schema>> {
  const relax = relaxationOf(schema);
  return (input) => parsed(schema, relax(input), words);
}

/**
 * The same for the query of an address, where all values are text: a number that is out of range is told as one, and a parameter
 * that comes twice is refused as such. `api_key` is the credential and passes over any schema.
 */
export function createQueryReader<Schema extends z.ZodObject>(schema: Schema): Reader<z.output<Schema>> {
  const integers = Object.entries(schema.shape).flatMap(([key, field]) => (isInteger(field) ? [key] : []));
  return (input) => {
    if (!isPlainObject(input)) return parsed(schema, input, queryWords);
    const { api_key: _credential, ...query } = input;
    for (const key of integers) {
      const value = query[key];
      if (typeof value === 'string' && signedDigits.test(value)) query[key] = Number(value);
    }
    return parsed(schema, query, queryWords);
  };
}

function parsed<Schema extends z.ZodObject>(schema: Schema, input: unknown, error: typeof words): z.output<Schema> {
  const outcome = schema.safeParse(input, { error });
  if (outcome.success) return outcome.data;
  const issues = issuesOf(outcome.error, Object.keys(schema.shape));
  throw new CairnError('INVALID_ARGUMENT', { message: summary(issues), issues });
}

const digits = /^[0-9]{1,400}$/;
const signedDigits = /^-?[0-9]{1,400}$/;

function relaxationOf(schema: z.ZodObject): (input: unknown) => unknown {
  const properties = Object.entries(schema.shape).map(([key, field]) => ({
    key,
    optional: field instanceof z.ZodOptional && !(field.unwrap() instanceof z.ZodNullable),
    integer: isInteger(field),
  }));
  const relaxed = properties.filter(({ optional, integer }) => optional || integer);
  return (input) => {
    if (!isPlainObject(input)) return input;
    let copy: Record<string, unknown> | undefined;
    for (const { key, optional, integer } of relaxed) {
      const value = input[key];
      if (value === null && optional) {
        copy ??= { ...input };
        delete copy[key];
      } else if (integer && typeof value === 'string' && digits.test(value)) {
        copy ??= { ...input };
        copy[key] = Number(value);
      }
    }
    return copy ?? input;
  };
}

function isInteger(field: unknown): boolean {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodNumber && inner.format === 'safeint';
}

const isPlainObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

function summary(issues: readonly { path: string; message: string }[]): string {
  const told = issues.slice(0, 3).map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  const more = issues.length - told.length;
  return `not valid: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
