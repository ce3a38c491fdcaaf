import { setTimeout as sleep } from 'node:timers/promises';
import { unpackPosting } from '@cairn/core';
import type { Document } from '@cairn/core';
import { starterEvaluator } from '@cairn/governance';
import { createExtractiveAnswerWriter } from '@cairn/models';
import type { QueueCarrier } from '@cairn/queue';
import { createLogger } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import type { DatabaseLocation, Repositories } from '@cairn/storage';
import { createCast } from '@cairn/test-kit';
import type { Cast } from '@cairn/test-kit';
import { carrierOf } from '../carrier.ts';
import type { WorkerEmbedder } from '../embed-passages.ts';
import { createWorker } from '../worker.ts';
import type { Worker } from '../worker.ts';

/** Where a product of a test lives; another process finds it by the same place. */
export interface ProductPlace {
  readonly location: DatabaseLocation;
  readonly redis?: { readonly url: string; readonly prefix: string };
  /** Made when absent. */
  readonly cast?: Cast;
}

/** A database with a project, a carrier, and as many workers as a test starts. */
export interface TestProduct {
  readonly place: Required<Pick<ProductPlace, 'cast'>> & ProductPlace;
  readonly repositories: Repositories;
  work(graceMs?: number, embedder?: WorkerEmbedder): Worker;
  /** How many passages of the project have a vector of that model that searches see. */
  embedded(modelId: string): Promise<number>;
  submit(title: string, text: string | Uint8Array): Promise<string>;
  get(id: string): Promise<Document | undefined>;
  /** The document once it is in that state. */
  until(id: string, status: Document['status']): Promise<Document>;
  /** Ordinals of the passages in which the term, a stem, occurs. */
  found(term: string): Promise<readonly number[]>;
  closeWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function openProduct(place: ProductPlace): Promise<TestProduct> {
  const logger = createLogger({ level: 'silent' });
  const database = await openDatabase({ location: place.location, migrate: true, onWarning: refuse });
  const repositories = await openRepositories(database, Buffer.alloc(32, 7));
  const cast = place.cast ?? (await createCast(repositories));
  const carrier: QueueCarrier =
    place.redis === undefined ? carrierOf({ redisUrl: undefined, database, repositories }) : { kind: 'redis', ...place.redis };
  const workers: Worker[] = [];
  const { documents, passages } = repositories.stores;

  async function closeWorkers(): Promise<void> {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  }

  return {
    place: { ...place, cast },
    repositories,
    work(graceMs = 2000, embedder) {
      const worker = createWorker(
        { concurrency: 2, taskConcurrency: 4, lockMs: 1000, graceMs },
        { repositories, carrier, logger, embedder, evaluator: starterEvaluator, answers: createExtractiveAnswerWriter() },
      );
      worker.start();
      workers.push(worker);
      return worker;
    },
    async submit(title, text) {
      const { document } = await documents.submit(cast.a, { title, mediaType: 'text/plain', bytes: Buffer.from(text) });
      return document.id;
    },
    get: (id) => documents.get(cast.a, id),
    async until(id, status) {
      const deadline = performance.now() + 30_000;
      for (;;) {
        const document = await documents.get(cast.a, id);
        if (document?.status === status) return document;
        if (performance.now() > deadline) throw new Error(`the document is ${document?.status ?? 'gone'}, not ${status}`);
        await sleep(20);
      }
    },
    async found(term) {
      const blocks = (await passages.lookup(cast.a, [term])).terms.get(term)?.blocks ?? [];
      const slots = blocks.flatMap(({ block, postings }) =>
        Array.from(postings, (packed) => ({ block, slot: unpackPosting(packed).slot })),
      );
      return (await passages.locate(cast.a, slots)).map(({ ordinal }) => ordinal);
    },
    async embedded(modelId) {
      const { spans } = await passages.codes(cast.a, modelId, 0);
      return spans.reduce((sum, span) => sum + span.passages, 0);
    },
    closeWorkers,
    async close() {
      await closeWorkers();
      await database.close();
    },
  };
}

function refuse(warning: string): void {
  throw new Error(warning);
}
