import { CairnError } from '@cairn/core';
import { z } from 'zod';
import { issuesOf, words } from './issues.ts';

/** Reads one kind of input; throws INVALID_ARGUMENT with an issue for each fault. */
export type Reader<Value> = (input: unknown) => Value;

/**
 * Compiles the one reading rule for a schema: `null` for an optional property means absent, a string of digits for a whole
 * number means that number, and nothing else is coerced.
 */
export function createReader<Schema extends z.ZodObject>(schema: Schema): Reader<z.output<Schema>> {
  const known = Object.keys(schema.shape);
  const relax = relaxationOf(schema);
  return (input) => {
    const outcome = schema.safeParse(relax(input), parseOptions);
    if (outcome.success) return outcome.data;
    const issues = issuesOf(outcome.error, known);
    throw new CairnError('INVALID_ARGUMENT', { message: summary(issues), issues });
  };
}

const parseOptions = { error: words };
const digits = /^[0-9]{1,400}$/;

function relaxationOf(schema: z.ZodObject): (input: unknown) => unknown {
  const properties = Object.entries(schema.shape).map(([key, field]) => ({
    key,
    optional: field instanceof z.ZodOptional,
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
