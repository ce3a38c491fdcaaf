export { createExtractiveAnswerWriter } from './extractive/extractive-answer-writer.ts';
