export { createExtractiveAnswerWriter } from './extractive/extractive-answer-writer.ts';
export { createLocalEmbedder } from './local/local-embedder.ts';
export type { LocalEmbedder, LocalEmbedderOptions } from './local/local-embedder.ts';
