import type { LanguageModelV4, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { ChatModel, ChatReply, ChatRequest } from '@cairn/core';
import { createEndpointFetch } from '../endpoint/endpoint-fetch.ts';
import type { Endpoint } from '../endpoint/post-json.ts';
import { ModelFault } from '../errors.ts';

/** In whatever currency the operator counts. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

export interface ChatModelOptions extends Endpoint {
  /** What the endpoint speaks: OpenAI's `/chat/completions` or Anthropic's `/messages`. */
  readonly provider: 'openai' | 'anthropic';
  /** Of a million tokens, for the metric of what calls cost; undefined: costs are not told. */
  readonly prices?: TokenPrices | undefined;
  /** Milliseconds for a call, its repetition and the wait between them. Default 25,000. */
  readonly timeoutMs?: number | undefined;
}

/** Of a response. */
const maxBytes = 4_194_304;

/** A chat model behind an OpenAI-compatible or an Anthropic endpoint; at most two requests for a call. */
export function createChatModel(options: ChatModelOptions): ChatModel {
  let loaded: Promise<ByName> | undefined;
  return {
    modelId: options.model,
    async complete(request, signal) {
      signal?.throwIfAborted();
      try {
        loaded ??= languageModels(options);
        const model = (await loaded)(request.model ?? options.model);
        return replyOf(await model.doGenerate({ ...callOf(request), ...(signal && { abortSignal: signal }) }));
      } catch (error) {
        signal?.throwIfAborted();
        // The library's own errors hold the request; what reaches it is a response of status 200.
        throw error instanceof ModelFault ? error : new ModelFault('provider_bad_response');
      }
    },
  };
}

type ByName = (model: string) => LanguageModelV4;

/** The libraries take half a second and 10 MB to load, which who has no chat model does not pay. */
async function languageModels({ provider, baseUrl, apiKey, timeoutMs = 25_000 }: ChatModelOptions): Promise<ByName> {
  const fetch = createEndpointFetch({ timeoutMs, maxBytes });
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // Without a key of ours the library would look for one in the environment.
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? 'none', fetch });
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const endpoint = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    fetch,
    supportsStructuredOutputs: true,
    ...(new URL(baseUrl).hostname === 'api.openai.com' && { transformRequestBody: withCompletionTokens }),
  });
  return (model) => endpoint.chatModel(model);
}

/** OpenAI's own models know the bound by another name, and some refuse the old one. */
function withCompletionTokens({ max_tokens: bound, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: bound };
}

function callOf({ system, prompt, maxOutputTokens, schema }: ChatRequest): Parameters<LanguageModelV4['doGenerate']>[0] {
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    maxOutputTokens,
    ...(schema && { responseFormat: { type: 'json', schema } }),
  };
}

const finishes = { stop: 'stop', length: 'length', 'content-filter': 'filtered' } as const;

/** Some servers leave in the text what a model says to itself before. */
const thought = /^\s*<think>[\s\S]*?<\/think>/;

function replyOf({ content, structuredOutputText, finishReason, usage }: LanguageModelV4GenerateResult): ChatReply {
  const written = structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const text = written.replace(thought, '');
  if (text.trim() === '') throw new ModelFault('provider_bad_response', { detail: 'no text' });
  return {
    text,
    finish: finishReason.unified in finishes ? finishes[finishReason.unified as keyof typeof finishes] : 'other',
    usage: { inputTokens: usage.inputTokens.total, outputTokens: usage.outputTokens.total },
  };
}
