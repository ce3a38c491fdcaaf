import { CairnError } from '@cairn/core';

/** Why a model gave nothing, in the words that a caller reads. The README lists the same table. */
export const modelFaultTable = {
  provider_unreachable: 'the model endpoint cannot be reached',
  provider_timeout: 'the model endpoint did not answer in time',
  provider_rate_limited: 'the model endpoint takes no more requests for now',
  provider_refused: 'the model endpoint refuses the API key that the operator set',
  provider_rejected: 'the model endpoint rejected the request',
  provider_failed: 'the model endpoint failed',
  provider_redirected: 'the model endpoint redirects elsewhere, which is not followed',
  provider_bad_response: 'the model endpoint answered with something else than was asked for',
  answer_interrupted: 'the service is about to end; ask again in a moment',
  answer_unsupported: "the model's answer was not supported by the passages and is withheld",
} as const;

export type ModelFaultCode = keyof typeof modelFaultTable;

interface ModelFaultOptions {
  /** What the endpoint answered. */
  readonly status?: number;
  /** Seconds that the endpoint asks to wait. */
  readonly retryAfter?: number;
  /** Put after the sentence of the table. Never holds content or a key. */
  readonly detail?: string;
}

/** MODEL_UNAVAILABLE with the reason. It has no cause: what HTTP clients throw may hold the request. */
export class ModelFault extends CairnError {
  readonly reason: ModelFaultCode;

  constructor(reason: ModelFaultCode, { status, retryAfter, detail }: ModelFaultOptions = {}) {
    const notes = [...(status === undefined ? [] : [`status ${status}`]), ...(detail === undefined ? [] : [detail])];
    const message = modelFaultTable[reason] + (notes.length === 0 ? '' : ` (${notes.join(', ')})`);
    super('MODEL_UNAVAILABLE', { message, ...(retryAfter === undefined ? {} : { retryAfter }) });
    this.reason = reason;
  }
}
