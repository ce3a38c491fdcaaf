import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkModelSettings, modelConfig, modelSettings } from './model-settings.ts';
import { readEnv } from './read-env.ts';

const schema = z.object(modelSettings).superRefine(checkModelSettings);
const read = (env: Readonly<Record<string, string>>) => modelConfig(readEnv(schema, env));

it('needs nothing', () => {
  expect(read({})).toEqual({ chat: undefined, embedding: { kind: 'local', cacheDir: `${homedir()}/.cache/cairn` }, reranker: undefined });
});

it('reads endpoints', () => {
  const config = read({
    CAIRN_AI_BASE_URL: 'http://localhost:11434/v1/',
    CAIRN_AI_MODEL: 'llama',
    CAIRN_EMBEDDING_BASE_URL: 'https://api.openai.com/v1',
    CAIRN_EMBEDDING_API_KEY: 'sk-1',
    CAIRN_EMBEDDING_MODEL: 'text-embedding-3-small',
    CAIRN_EMBEDDING_DIMENSIONS: '256',
    CAIRN_RERANK_BASE_URL: 'https://api.cohere.com/v2',
    CAIRN_RERANK_API_KEY: 'co-1',
    CAIRN_RERANK_MODEL: 'rerank-v3.5',
  });
  expect(config).toEqual({
    chat: { provider: 'openai', baseUrl: 'http://localhost:11434/v1', apiKey: undefined, model: 'llama' },
    embedding: { kind: 'remote', baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-1', model: 'text-embedding-3-small', dimensions: 256 },
    reranker: { baseUrl: 'https://api.cohere.com/v2', apiKey: 'co-1', model: 'rerank-v3.5' },
  });
});

it.each([
  ['https://api.anthropic.com/v1', undefined, 'anthropic'],
  ['https://gateway.example/v1', 'anthropic', 'anthropic'],
  ['https://api.anthropic.com/v1', 'openai', 'openai'],
  ['https://notanthropic.com/v1', undefined, 'openai'],
])('takes %s with provider %s for %s', (url, provider, expected) => {
  const env = { CAIRN_AI_BASE_URL: url, CAIRN_AI_MODEL: 'm', ...(provider === undefined ? {} : { CAIRN_AI_PROVIDER: provider }) };
  expect(read(env).chat?.provider).toBe(expected);
});

it('switches vectors off', () => {
  expect(read({ CAIRN_EMBEDDING_MODEL: 'none' }).embedding).toEqual({ kind: 'none' });
});

it.each([
  [{ CAIRN_CACHE_DIR: '/var/cache/here', XDG_CACHE_HOME: '/var/cache/xdg' }, '/var/cache/here'],
  [{ XDG_CACHE_HOME: '/var/cache/xdg' }, '/var/cache/xdg/cairn'],
])('keeps what it derives where %j says', (env, cacheDir) => {
  expect(read(env).embedding).toEqual({ kind: 'local', cacheDir });
});

describe('a setting that needs another', () => {
  it.each([
    [{ CAIRN_AI_API_KEY: 'sk-secret' }, 'CAIRN_AI_BASE_URL must be set when CAIRN_AI_API_KEY is'],
    [{ CAIRN_AI_MODEL: 'm' }, 'CAIRN_AI_BASE_URL must be set when CAIRN_AI_MODEL is'],
    [{ CAIRN_AI_PROVIDER: 'openai' }, 'CAIRN_AI_BASE_URL must be set when CAIRN_AI_PROVIDER is'],
    [{ CAIRN_AI_BASE_URL: 'http://a' }, 'CAIRN_AI_MODEL must be set when CAIRN_AI_BASE_URL is'],
    [{ CAIRN_EMBEDDING_BASE_URL: 'http://a' }, 'CAIRN_EMBEDDING_MODEL must be set when CAIRN_EMBEDDING_BASE_URL is'],
    [{ CAIRN_EMBEDDING_MODEL: 'm' }, 'CAIRN_EMBEDDING_BASE_URL must be set when CAIRN_EMBEDDING_MODEL is'],
    [{ CAIRN_EMBEDDING_API_KEY: 'sk-secret' }, 'CAIRN_EMBEDDING_BASE_URL must be set when CAIRN_EMBEDDING_API_KEY is'],
    [{ CAIRN_EMBEDDING_DIMENSIONS: '9' }, 'CAIRN_EMBEDDING_BASE_URL must be set when CAIRN_EMBEDDING_DIMENSIONS is'],
    [{ CAIRN_RERANK_BASE_URL: 'http://a' }, 'CAIRN_RERANK_MODEL must be set when CAIRN_RERANK_BASE_URL is'],
    [{ CAIRN_AI_BASE_URL: 'ftp://a', CAIRN_AI_MODEL: 'm' }, 'CAIRN_AI_BASE_URL must be an http or https address'],
    [{ CAIRN_AI_BASE_URL: 'http://a', CAIRN_AI_MODEL: 'm', CAIRN_AI_PROVIDER: 'other' }, 'CAIRN_AI_PROVIDER must be openai or anthropic'],
    [{ CAIRN_EMBEDDING_DIMENSIONS: '0' }, 'CAIRN_EMBEDDING_DIMENSIONS must be a whole number from 1 to 16384'],
  ])('is refused alone: %j', (env, line) => {
    expect(() => read(env)).toThrow(line);
    expect(() => read(env)).not.toThrow('sk-secret');
  });
});
