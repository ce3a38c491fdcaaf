import type { ModelServer } from '@cairn/test-kit';

export const providerKey = 'sk-provider-key-that-nobody-may-see';

/** What a product is told to have its answers written by that server. */
export function chatSettings(provider: ModelServer, kind: 'openai' | 'anthropic' = 'openai'): Record<string, string> {
  return {
    CAIRN_AI_BASE_URL: provider.baseUrl,
    CAIRN_AI_API_KEY: providerKey,
    CAIRN_AI_MODEL: 'chat-1',
    CAIRN_AI_PROVIDER: kind,
    CAIRN_EMBEDDING_MODEL: 'none',
    CAIRN_LOG_LEVEL: 'debug',
  };
}
