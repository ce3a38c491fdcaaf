import { CairnError } from '@cairn/core';
import type { TaskError } from '../tasks/task.ts';

/** Why a step failed. */
export class StepFault extends Error {
  readonly code: string;
  /** Whether the same may succeed later. */
  readonly isPassing: boolean;

  constructor(code: string, message: string, isPassing = false) {
    super(message);
    this.name = 'StepFault';
    this.code = code;
    this.isPassing = isPassing;
  }
}

/**
 * What to tell of an error of a step; undefined: it is none of the step's, but of the store or of this program, and the task is given back
 * as it is.
 */
export function faultOf(error: unknown): (TaskError & { readonly isPassing: boolean }) | undefined {
  if (error instanceof StepFault) return { code: error.code, message: error.message, isPassing: error.isPassing };
  if (!(error instanceof CairnError) || error.code === 'STORE_UNAVAILABLE' || error.kind === 'internal') return undefined;
  // The policy changed between the decision and its use: it is decided anew.
  const isPassing = error.retryable || error.code === 'PERMIT_NOT_USABLE';
  return { code: error.code.toLowerCase(), message: error.message, isPassing };
}
