export { createExtractiveAnswerWriter } from './extractive/extractive-answer-writer.ts';
export { createLocalEmbedder } from './local/local-embedder.ts';
export type { LocalEmbedder, LocalEmbedderOptions } from './local/local-embedder.ts';
export { createModels } from './create-models.ts';
export type { ModelChoice, Models } from './create-models.ts';
