import { errorTable } from '@cairn/core';
import type { CairnError, Issue } from '@cairn/core';
import { errorMap } from './error-map.ts';

/** What every outside form of an error is made from. */
export interface Fault {
  readonly status: number;
  readonly rpcCode: number;
  readonly word: string;
  readonly title: string;
  /** Finer than the word: which error it is. */
  readonly type: string;
  readonly message: string;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Headers that belong to the fault, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Seconds after which a caller may try again when a dependency is down and the error names no time. */
const unavailableRetryAfter = 2;

const noHeaders = Object.freeze({});
const challenge = Object.freeze({ 'www-authenticate': 'Bearer realm="cairn"' });

export function faultOf(error: CairnError): Fault {
  const retryAfter = retryAfterOf(error);
  const isInternal = error.kind === 'internal';
  const entry = errorTable[error.code];
  return {
    ...errorMap[error.kind],
    ...('word' in entry ? { word: entry.word } : {}),
    type: error.code.toLowerCase(),
    // What broke inside is for the log; the caller gets the request id.
    message: isInternal ? errorTable.INTERNAL.message : error.message,
    issues: isInternal ? [] : error.issues,
    details: isInternal ? {} : error.details,
    retryAfter,
    headers: headersOf(error, retryAfter),
  };
}

/** Whole seconds, at least one, so that a caller who waits exactly that long comes back in time. */
function retryAfterOf(error: CairnError): number | undefined {
  const seconds = error.retryAfter ?? (error.kind === 'unavailable' ? unavailableRetryAfter : undefined);
  return seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds));
}

function headersOf(error: CairnError, retryAfter: number | undefined): Readonly<Record<string, string>> {
  if (retryAfter !== undefined) return { 'retry-after': String(retryAfter) };
  return error.kind === 'unauthorized' ? challenge : noHeaders;
}
