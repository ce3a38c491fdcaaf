import { CairnError, type ChatModel, type Embedder, type Reranker } from '@cairn/core';

/** What a process knows of its models from the calls that it made of them. */
export interface ModelWatch {
  chat(model: ChatModel): ChatModel;
  embedder<Model extends Embedder>(model: Model): Model;
  reranker(model: Reranker): Reranker;
  /** For each kind of model whose last call failed: why, and since when calls fail. */
  faults(): Readonly<Record<string, string>>;
}

interface Fault {
  readonly since: Date;
  readonly message: string;
}

type Kind = 'chat' | 'embedding' | 'rerank';

/**
 * Watches how calls of models end, so that an outage is seen where readiness is told. Calls overlap: one that fails after a call
 * that began later went well says nothing of how the model is now.
 */
export function createModelWatch(): ModelWatch {
  const faults = new Map<Kind, Fault>();
  const wentWell = new Map<Kind, number>();
  let calls = 0;
  const watched = async <Result>(kind: Kind, call: () => Promise<Result>): Promise<Result> => {
    const number = ++calls;
    try {
      const result = await call();
      wentWell.set(kind, Math.max(number, wentWell.get(kind) ?? 0));
      faults.delete(kind);
      return result;
    } catch (error) {
      const message = number > (wentWell.get(kind) ?? 0) ? faultOf(error) : undefined;
      if (message !== undefined) faults.set(kind, { since: faults.get(kind)?.since ?? new Date(), message });
      throw error;
    }
  };
  return {
    chat: (model) => ({ modelId: model.modelId, complete: (request, signal) => watched('chat', () => model.complete(request, signal)) }),
    embedder(model) {
      const embed: Embedder['embed'] = (texts, options) => watched('embedding', () => model.embed(texts, options));
      return Object.create(model, { embed: { value: embed } });
    },
    reranker: (model) => ({ rerank: (query, texts, signal) => watched('rerank', () => model.rerank(query, texts, signal)) }),
    faults: () =>
      Object.fromEntries(Array.from(faults, ([kind, { since, message }]) => [`${kind}_fault`, `${message}; since ${since.toISOString()}`])),
  };
}

/** A caller that goes away says nothing of the model; one that has waited long enough does. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof CairnError) return error.code === 'MODEL_UNAVAILABLE' ? error.message : undefined;
  return error instanceof Error && error.name === 'TimeoutError' ? 'the model did not answer in time' : undefined;
}
