import { pageBounds } from '@cairn/core';
import { z } from 'zod';
import { wholeNumber } from '../reading/fields.ts';

/** What MCP clients are told of a tool's effects. No tool of this product reaches outside of it. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool as the outside sees it, the same at every entry point. */
export interface ToolContract<Args extends z.ZodObject = z.ZodObject, Result extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Written for a model: when to use it, what comes back, limits. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly args: Args;
  readonly result: Result;
}

const closedWorld = { openWorldHint: false } as const;

export const reads: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, ...closedWorld };
export const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, ...closedWorld };
export const overwrites: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, ...closedWorld };

/** First member of every result. */
export const success = z.literal(true).meta({ description: 'Always true; a failure is an error, never a result.' });

const { defaultLimit, maxLimit } = pageBounds;

/** Arguments of a tool that lists. */
export const pageArgs = {
  limit: wholeNumber(
    1,
    `How many to return. Default ${defaultLimit}; a greater number than ${maxLimit} is read as ${maxLimit}.`,
  ).optional(),
  offset: wholeNumber(0, 'How many to skip, counted from the first of the list. Default 0.').optional(),
};

/** What a tool that lists says of the page. */
export const pageResult = {
  total: wholeNumber(0, 'How many there are in all.'),
  limit: wholeNumber(1, 'The page size that was applied.'),
  offset: wholeNumber(0, 'The offset that was applied.'),
};
