import { CairnError } from '@cairn/core';

/** What is logged of an error. */
export interface ErrorRecord {
  readonly type: string;
  readonly code?: string | number;
  readonly message?: string;
  /** Where it was thrown; the frames only. */
  readonly stack?: string;
  readonly cause?: ErrorRecord;
}

const maxMessageLength = 300;
const maxCauses = 3;

/** Reduces a value that was thrown to what helps to find the fault and holds nothing that a user wrote. */
export function errorRecord(error: unknown): ErrorRecord {
  return recordOf(error, maxCauses);
}

function recordOf(error: unknown, causesLeft: number): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  const frames = framesOf(error);
  return {
    type: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    ...(mayQuoteContent(error) ? {} : { message: error.message.slice(0, maxMessageLength) }),
    ...(frames === '' ? {} : { stack: frames }),
    ...(error.cause === undefined || causesLeft === 0 ? {} : { cause: recordOf(error.cause, causesLeft - 1) }),
  };
}

/**
 * JSON.parse quotes the text it stumbled over, the database quotes values and SQL, a schema its input. Their code and stack say
 * where to look.
 */
function mayQuoteContent(error: Error): boolean {
  return error instanceof SyntaxError || 'severity' in error || ('issues' in error && !(error instanceof CairnError));
}

/** The message stands at the head of the stack and may run over lines. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
