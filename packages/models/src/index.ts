export { createExtractiveAnswerWriter } from './extractive/extractive-answer-writer.ts';
export { createModelAnswerWriter } from './synthesis/model-answer-writer.ts';
export { createChatModel } from './chat/chat-model.ts';
export { createLocalEmbedder } from './local/local-embedder.ts';
export type { LocalEmbedder, LocalEmbedderOptions } from './local/local-embedder.ts';
export { createRemoteEmbedder } from './embedding/remote-embedder.ts';
export { createReranker } from './reranker.ts';
export { createModels } from './create-models.ts';
export type { ModelChoice, Models } from './create-models.ts';
