import type { Issue } from '@cairn/core';
import { z } from 'zod';
import { shown, shownKey } from './shown.ts';

const maxIssues = 20;

/** Says what is wrong with a value and what would be right; used for every issue that a field does not word itself. */
export function words(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return wrongType(issue);
  if (issue.code === 'too_small') return tooLittle(issue);
  if (issue.code === 'too_big') return tooMuch(issue);
  if (issue.code === 'unrecognized_keys') return unknownMember(issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : []);
  return issue.code === 'invalid_value' ? `must be one of ${issue.values.map((value) => shown(String(value))).join(', ')}` : undefined;
}

/** The same of a parameter in a query, whose values are text all of them. */
export function queryWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return words(issue);
  if (Array.isArray(issue.input)) return 'is given more than once; give it once';
  return typeof issue.input === 'string' ? `must be ${kindNames[issue.expected] ?? issue.expected}` : wrongType(issue);
}

type Raw<Fault> = Fault & { readonly input?: unknown };

function wrongType({ input, expected }: Raw<{ expected: string }>): string {
  // At the top it is the whole body or all arguments that are absent.
  if (input === undefined && expected !== 'object') return 'is required';
  return `must be ${kindNames[expected] ?? expected}, not ${received(input)}`;
}

function tooLittle({ input, origin, minimum }: Raw<{ origin: string; minimum: number | bigint }>): string {
  return origin === 'array' ? `needs at least ${minimum} element` : `must be at least ${minimum}, not ${received(input)}`;
}

function tooMuch({ input, origin, maximum }: Raw<{ origin: string; maximum: number | bigint }>): string {
  if (origin === 'array') return `has more than the limit of ${maximum} elements`;
  return `must be a whole number up to ${maximum}, not ${received(input)}`;
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function received(input: unknown): string {
  if (input === undefined) return 'absent';
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  // A misplaced text may be content, so it is never repeated.
  if (typeof input === 'string') return 'a string';
  return typeof input === 'number' || typeof input === 'boolean' ? String(input) : 'an object';
}

/** A refusal as the outside sees it; an unknown key is one issue of its own, at most 20 in all. */
export function issuesOf(error: z.core.$ZodError, known: readonly string[]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') issues.push(...unknownKeys(issue, known));
    else issues.push({ path: dotted(issue.path), message: issue.message });
    if (issues.length >= maxIssues) break;
  }
  return issues.slice(0, maxIssues);
}

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, known: readonly string[]): Issue[] {
  // What a part of the whole accepts was worded where its schema was at hand.
  const message = issue.path.length === 0 ? unknownMember(known) : issue.message;
  return issue.keys.slice(0, maxIssues).map((key) => ({ path: dotted([...issue.path, key]), message }));
}

const unknownMember = (known: readonly string[]): string =>
  `is not known; ${known.length === 0 ? 'nothing is accepted here' : `accepted are ${known.join(', ')}`}`;

const dotted = (path: readonly PropertyKey[]): string => path.map((part) => shownKey(String(part))).join('.');
