import { CairnError } from '@cairn/core';

/**
 * What may be logged of an error that a handler threw: its kind and where it comes from. Its message only when it is one of
 * ours, since others quote what they choked on.
 */
export function describeJobError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  return {
    name: error.name,
    ...('code' in error && { code: error.code }),
    ...(error instanceof CairnError && { message: error.message }),
    at: frames(error.stack),
    ...(error.cause !== undefined && { cause: describeJobError(error.cause) }),
  };
}

const frames = (stack: string | undefined): readonly string[] =>
  (stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 6);
