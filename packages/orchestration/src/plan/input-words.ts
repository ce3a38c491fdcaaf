import { z } from 'zod';

/** Says what is wrong with a step's input and what would be right; never repeats a text of it. */
export function inputWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${kindNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'unrecognized_keys') return `has members that are not known; accepted are ${membersOf(issue.inst).join(', ')}`;
  return undefined;
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const membersOf = (schema: unknown): readonly string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
