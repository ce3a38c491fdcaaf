import { metrics } from '@opentelemetry/api';
import type { ChatModel, ChatReply, Embedder, Reranker } from '@cairn/core';
import type { TokenPrices } from './chat/chat-model.ts';

/** Bounds in seconds, as OpenTelemetry's conventions for generative models advise. */
const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const tokens = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];

/** What calls of models cost, in time and tokens, under the names of OpenTelemetry's conventions. */
export interface ModelMeter {
  /** With prices, what the tokens cost is told as well. */
  chat(model: ChatModel, prices: TokenPrices | undefined): ChatModel;
  embedder<Model extends Embedder>(model: Model): Model;
  reranker(model: Reranker): Reranker;
}

type Attributes = Readonly<Record<string, string>>;

export function createModelMeter(): ModelMeter {
  const meter = metrics.getMeter('cairn');
  const duration = meter.createHistogram('gen_ai.client.operation.duration', {
    description: 'How long a call of a model took.',
    unit: 's',
    advice: { explicitBucketBoundaries: seconds },
  });
  const usage = meter.createHistogram('gen_ai.client.token.usage', {
    description: 'Tokens of a call, as the provider counts.',
    unit: '{token}',
    advice: { explicitBucketBoundaries: tokens },
  });

  const cost = meter.createCounter('gen_ai.client.cost', {
    description: 'What the tokens of calls cost, at the prices that were set.',
  });

  const timed = async <Result>(attributes: Attributes, call: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const done = (outcome: Attributes) => duration.record((performance.now() - started) / 1000, { ...attributes, ...outcome });
    try {
      const result = await call();
      done({});
      return result;
    } catch (error) {
      done({ 'error.type': error instanceof Error ? error.name : 'unknown' });
      throw error;
    }
  };

  const chat = (model: ChatModel, prices: TokenPrices | undefined): ChatModel => {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model.modelId };
    return {
      modelId: model.modelId,
      async complete(request, signal) {
        const reply = await timed(attributes, () => model.complete(request, signal));
        const { inputTokens, outputTokens } = reply.usage;
        if (prices) cost.add(costOf(prices, reply.usage), attributes);
        if (inputTokens !== undefined) usage.record(inputTokens, { ...attributes, 'gen_ai.token.type': 'input' });
        if (outputTokens !== undefined) usage.record(outputTokens, { ...attributes, 'gen_ai.token.type': 'output' });
        return reply;
      },
    };
  };

  return {
    chat,
    embedder(model) {
      const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': model.modelId };
      const embed: Embedder['embed'] = (texts, options) => timed(attributes, () => model.embed(texts, options));
      // The rest of it, such as its state, stays its own.
      return Object.create(model, { embed: { value: embed } });
    },
    reranker: (model) => ({
      rerank: (query, texts, signal) => timed({ 'gen_ai.operation.name': 'rerank' }, () => model.rerank(query, texts, signal)),
    }),
  };
}

const priced = 1_000_000;

function costOf(prices: TokenPrices, { inputTokens = 0, outputTokens = 0 }: ChatReply['usage']): number {
  return (inputTokens * prices.input + outputTokens * prices.output) / priced;
}
