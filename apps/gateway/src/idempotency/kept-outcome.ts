import { CairnError, errorTable } from '@cairn/core';
import type { ErrorCode, KeptAnswer } from '@cairn/core';
import { z } from 'zod';

/** Longer answers of what only reads are not kept: a repeat reads anew, which does no harm. UTF-16 code units of JSON. */
export const maxKeptRead = 262_144;

/**
 * What came of work that is kept for its Idempotency-Key: an answer, or a refusal that was decided (and recorded in the
 * audit) in the same transaction, which a throw would undo.
 */
export async function keptOutcome(work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof CairnError && isDecision(error)) return { refusal: error.code, message: error.message };
    throw error;
  }
}

/** The answer of a kept outcome. @throws the refusal as it was. */
export function answerOf(outcome: KeptAnswer): KeptAnswer {
  if (isRefusal(outcome)) throw new CairnError(outcome.refusal, { message: outcome.message });
  return answered.parse(outcome).answer;
}

const answered = z.object({ answer: z.record(z.string(), z.unknown()) });

const isDecision = ({ kind }: CairnError): boolean => kind === 'not_found' || kind === 'forbidden';

function isRefusal(outcome: KeptAnswer): outcome is { readonly refusal: ErrorCode; readonly message: string } {
  const code = outcome['refusal'];
  return typeof code === 'string' && code in errorTable;
}
