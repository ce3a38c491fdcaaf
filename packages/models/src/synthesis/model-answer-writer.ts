import type { Answer, AnswerWriter, ChatModel } from '@cairn/core';
import { CairnError } from '@cairn/core';
import { ModelFault, type ModelFaultCode, modelFaultTable } from '../errors.ts';
import { hitsInPrompt, noAnswerMark, promptOf } from './prompt.ts';
import { mayAnswer } from './relevance.ts';
import { writtenUp } from './write-up.ts';

export interface ModelAnswerWriterOptions {
  readonly chat: ChatModel;
  /** Aborts when answers under way are to be given up: their callers get the passages before the process ends. */
  readonly ending?: AbortSignal | undefined;
  /** Told of each failure of the model, and of what answers cost in tokens. */
  readonly log?: { warn(fields: object, message: string): void; debug(fields: object, message: string): void } | undefined;
}

const none: Answer = { answer: '', kind: 'none', citations: [] };

/**
 * Has a model write the answer, and lets through only sentences that the passages speak for, each cited verbatim. The model is
 * not asked when there are no hits or none is about the question. When it fails, or when nothing that it wrote is supported, the
 * answer is of kind `none` with an `error` that says why; nothing is thrown but the signal's reason.
 */
export function createModelAnswerWriter({ chat, ending, log }: ModelAnswerWriterOptions): AnswerWriter {
  return {
    takesTime: true,
    async write(query, hits, signal) {
      signal?.throwIfAborted();
      if (!mayAnswer(query, hits)) return none;
      const given = hitsInPrompt(hits);
      try {
        const { text, usage } = await chat.complete(promptOf(query, given), anyOf(signal, ending));
        log?.debug({ model: chat.modelId, ...usage }, 'a model wrote an answer');
        if (text.includes(noAnswerMark)) return none;
        return writtenUp(text, { query, hits: given }) ?? noAnswerFor('answer_unsupported');
      } catch (error) {
        signal?.throwIfAborted();
        if (ending?.aborted) return noAnswerFor('answer_interrupted');
        if (!(error instanceof CairnError) || error.code !== 'MODEL_UNAVAILABLE') throw error;
        log?.warn({ model: chat.modelId, reason: error.message }, 'a model gave no answer');
        return { ...none, error: { code: error instanceof ModelFault ? error.reason : 'provider_failed', message: error.message } };
      }
    },
  };
}

function noAnswerFor(code: ModelFaultCode): Answer {
  return { ...none, error: { code, message: modelFaultTable[code] } };
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
