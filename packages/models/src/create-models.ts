import type { AnswerWriter, ChatModel, Embedder, Reranker } from '@cairn/core';
import { createChatModel, type ChatModelOptions } from './chat/chat-model.ts';
import { createRemoteEmbedder, type RemoteEmbedderOptions } from './embedding/remote-embedder.ts';
import { createExtractiveAnswerWriter } from './extractive/extractive-answer-writer.ts';
import { createModelMeter } from './measured.ts';
import { createModelWatch } from './watched.ts';
import { createLocalEmbedder, type LocalEmbedder } from './local/local-embedder.ts';
import { createReranker, type RerankerOptions } from './reranker.ts';
import { rested } from './rested.ts';
import { createModelAnswerWriter } from './synthesis/model-answer-writer.ts';

export interface ModelChoice {
  readonly chat: ChatModelOptions | undefined;
  readonly embedding:
    | { readonly kind: 'none' }
    | { readonly kind: 'local'; readonly cacheDir: string }
    | ({ readonly kind: 'remote' } & RemoteEmbedderOptions);
  readonly reranker: RerankerOptions | undefined;
}

export interface ModelLog {
  warn(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

/** The models of one process. */
export interface Models {
  /** By the chat model where there is one, else in the documents' own words. */
  readonly answers: AnswerWriter;
  readonly chat: ChatModel | undefined;
  /** `state` is that of a local one. */
  readonly embedder: (Embedder & { readonly state?: LocalEmbedder['state'] }) | undefined;
  readonly reranker: Reranker | undefined;
  /**
   * For the readiness answer: what embeds (`none`, `remote`, or the state of the local model, of which `unable` cannot run here, so that search goes by
   * words), and `chat_fault`, `embedding_fault`, `rerank_fault` while calls of such a model fail: why, and since when.
   */
  notes(): Readonly<Record<string, string>>;
  /** The process is about to end: answers that a model still writes in three seconds are given up. */
  hurry(): void;
  close(): Promise<void>;
}

const hurryMs = 3000;
/** For which searches go without a reranker that failed. */
const rerankPauseMs = 30_000;

/** Makes the models that the operator chose. Nothing is loaded or called before it is needed. */
export function createModels({ chat: chatOptions, embedding, reranker }: ModelChoice, log: ModelLog): Models {
  const ending = new AbortController();
  const meter = createModelMeter();
  const watch = createModelWatch();
  const chat = chatOptions && watch.chat(meter.chat(createChatModel(chatOptions), chatOptions.prices));
  const local = embedding.kind === 'local' ? createLocalEmbedder({ cacheDir: embedding.cacheDir, log }) : undefined;
  const remote = embedding.kind === 'remote' ? createRemoteEmbedder(embedding) : undefined;
  return {
    answers: chat ? createModelAnswerWriter({ chat, ending: ending.signal, log }) : createExtractiveAnswerWriter(),
    chat,
    embedder: local ? watch.embedder(meter.embedder(local)) : remote && watch.embedder(meter.embedder(remote)),
    reranker: reranker && watch.reranker(rested(meter.reranker(createReranker(reranker)), { pauseMs: rerankPauseMs })),
    notes: () => ({ embedding: local?.state ?? (remote ? 'remote' : 'none'), ...watch.faults() }),
    hurry: () => void setTimeout(() => ending.abort(), hurryMs).unref(),
    close: async () => local?.close(),
  };
}
