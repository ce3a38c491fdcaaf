import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { envFields } from './env-fields.ts';

/** What switches the dense arm of search off. */
const none = 'none';

/** The settings of models, which gateway, worker and standalone app read alike; spread them into the schema that `readEnv` takes. */
export const modelSettings = {
  CAIRN_AI_BASE_URL: envFields.webUrl.optional(),
  CAIRN_AI_API_KEY: envFields.text.optional(),
  CAIRN_AI_MODEL: envFields.text.optional(),
  CAIRN_AI_PROVIDER: z.enum(['openai', 'anthropic']).optional().describe('openai or anthropic'),
  CAIRN_AI_INPUT_PRICE: envFields.price.optional(),
  CAIRN_AI_OUTPUT_PRICE: envFields.price.optional(),
  CAIRN_EMBEDDING_BASE_URL: envFields.webUrl.optional(),
  CAIRN_EMBEDDING_API_KEY: envFields.text.optional(),
  CAIRN_EMBEDDING_MODEL: envFields.text.optional(),
  CAIRN_EMBEDDING_DIMENSIONS: envFields.dimensions.optional(),
  CAIRN_RERANK_BASE_URL: envFields.webUrl.optional(),
  CAIRN_RERANK_API_KEY: envFields.text.optional(),
  CAIRN_RERANK_MODEL: envFields.text.optional(),
  CAIRN_CACHE_DIR: envFields.text.optional(),
  XDG_CACHE_HOME: envFields.text.optional(),
} as const;

type Given = z.output<z.ZodObject<typeof modelSettings>>;

interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

/** Of a million tokens, in whatever currency the operator counts. */
interface Prices {
  readonly input: number;
  readonly output: number;
}

/** Which models are used and where they are. */
export interface ModelConfig {
  /** Writes answers; undefined: answers are made of the passages' own sentences. */
  readonly chat: (Endpoint & { readonly provider: 'openai' | 'anthropic'; readonly prices: Prices | undefined }) | undefined;
  readonly embedding:
    | { readonly kind: 'none' }
    | { readonly kind: 'local'; readonly cacheDir: string }
    | (Endpoint & { readonly kind: 'remote'; readonly dimensions: number | undefined });
  readonly reranker: Endpoint | undefined;
}

const bothPrices = [
  ['CAIRN_AI_INPUT_PRICE', 'CAIRN_AI_OUTPUT_PRICE'],
  ['CAIRN_AI_OUTPUT_PRICE', 'CAIRN_AI_INPUT_PRICE'],
] as const;

/** The rules across the settings of models; give it to `superRefine`. */
export function checkModelSettings(given: Given, context: z.RefinementCtx): void {
  const refuse = (name: keyof Given, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
  for (const kind of ['AI', 'RERANK'] as const) {
    const [url, key, model] = [`CAIRN_${kind}_BASE_URL`, `CAIRN_${kind}_API_KEY`, `CAIRN_${kind}_MODEL`] as const;
    if (given[url] === undefined) {
      const other = [key, model].find((name) => given[name] !== undefined);
      if (other) refuse(url, `must be set when ${other} is`);
    } else if (given[model] === undefined) {
      refuse(model, `must be set when ${url} is`);
    }
  }
  if (given.CAIRN_AI_PROVIDER !== undefined && given.CAIRN_AI_BASE_URL === undefined) {
    refuse('CAIRN_AI_BASE_URL', 'must be set when CAIRN_AI_PROVIDER is');
  }
  for (const [name, other] of bothPrices) {
    if (given[name] === undefined && given[other] !== undefined) refuse(name, `must be set when ${other} is`);
  }
  if (given.CAIRN_AI_INPUT_PRICE !== undefined && given.CAIRN_AI_BASE_URL === undefined) {
    refuse('CAIRN_AI_BASE_URL', 'must be set when CAIRN_AI_INPUT_PRICE is');
  }
  checkEmbedding(given, refuse);
}

function checkEmbedding(given: Given, refuse: (name: keyof Given, message: string) => void): void {
  const { CAIRN_EMBEDDING_BASE_URL: url, CAIRN_EMBEDDING_MODEL: model } = given;
  if (url !== undefined && model === undefined) refuse('CAIRN_EMBEDDING_MODEL', 'must be set when CAIRN_EMBEDDING_BASE_URL is');
  if (url !== undefined) return;
  if (model !== undefined && model !== none) {
    refuse('CAIRN_EMBEDDING_BASE_URL', `must be set when CAIRN_EMBEDDING_MODEL is (or that is "${none}", which searches by words alone)`);
  }
  const other = (['CAIRN_EMBEDDING_API_KEY', 'CAIRN_EMBEDDING_DIMENSIONS'] as const).find((name) => given[name] !== undefined);
  if (other) refuse('CAIRN_EMBEDDING_BASE_URL', `must be set when ${other} is`);
}

export function modelConfig(given: Given): ModelConfig {
  const chat = endpointOf(given.CAIRN_AI_BASE_URL, given.CAIRN_AI_API_KEY, given.CAIRN_AI_MODEL);
  return {
    chat: chat && { ...chat, provider: given.CAIRN_AI_PROVIDER ?? providerOf(chat.baseUrl), prices: pricesOf(given) },
    embedding: embeddingOf(given),
    reranker: endpointOf(given.CAIRN_RERANK_BASE_URL, given.CAIRN_RERANK_API_KEY, given.CAIRN_RERANK_MODEL),
  };
}

function pricesOf({ CAIRN_AI_INPUT_PRICE: input, CAIRN_AI_OUTPUT_PRICE: output }: Given): Prices | undefined {
  return input === undefined || output === undefined ? undefined : { input, output };
}

function embeddingOf(given: Given): ModelConfig['embedding'] {
  if (given.CAIRN_EMBEDDING_MODEL === none) return { kind: 'none' };
  const endpoint = endpointOf(given.CAIRN_EMBEDDING_BASE_URL, given.CAIRN_EMBEDDING_API_KEY, given.CAIRN_EMBEDDING_MODEL);
  if (endpoint) return { kind: 'remote', ...endpoint, dimensions: given.CAIRN_EMBEDDING_DIMENSIONS };
  return { kind: 'local', cacheDir: given.CAIRN_CACHE_DIR ?? join(given.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cairn') };
}

function endpointOf(baseUrl: string | undefined, apiKey: string | undefined, model: string | undefined): Endpoint | undefined {
  return baseUrl === undefined || model === undefined ? undefined : { baseUrl, apiKey, model };
}

function providerOf(baseUrl: string): 'openai' | 'anthropic' {
  return /(?:^|\.)anthropic\.com$/.test(new URL(baseUrl).hostname) ? 'anthropic' : 'openai';
}
