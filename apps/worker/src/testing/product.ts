import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { Document } from '@cairn/core';
import type { QueueCarrier } from '@cairn/queue';
import { createLogger } from '@cairn/service-kit';
import type { Logger } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import type { DatabaseLocation, Repositories } from '@cairn/storage';
import { createCast } from '@cairn/test-kit';
import type { Cast } from '@cairn/test-kit';
import { carrierOf } from '../carrier.ts';
import { createWorker } from '../worker.ts';
import type { Worker } from '../worker.ts';

export const testMasterKey = Buffer.alloc(32, 7);

/** A database with a project, a carrier, and as many workers as a test starts. */
export interface TestProduct {
  readonly carrier: QueueCarrier;
  readonly cast: Cast;
  readonly repositories: Repositories;
  readonly logger: Logger;
  work(graceMs?: number): Worker;
  submit(title: string, text: string | Uint8Array): Promise<string>;
  get(id: string): Promise<Document | undefined>;
  /** The document once it is in that state. */
  until(id: string, status: Document['status'], timeout?: number): Promise<Document>;
  /** Passages in which the term, a stem, occurs. */
  found(term: string): Promise<number>;
  closeWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function openProduct(location: DatabaseLocation, redisUrl: string | undefined): Promise<TestProduct> {
  const logger = createLogger({ level: 'silent' });
  const database = await openDatabase({ location, migrate: true, onWarning: (message) => logger.warn(message) });
  const repositories = await openRepositories(database, testMasterKey);
  const cast = await createCast(repositories);
  const carrier = namespaced(carrierOf(redisUrl, database));
  const workers: Worker[] = [];
  const { documents, passages } = repositories.stores;

  async function closeWorkers(): Promise<void> {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  }

  return {
    carrier,
    cast,
    repositories,
    logger,
    work(graceMs = 2000) {
      const worker = createWorker({ concurrency: 2, lockMs: 1000, graceMs }, { repositories, carrier, logger });
      worker.start();
      workers.push(worker);
      return worker;
    },
    async submit(title, text) {
      const { document } = await documents.submit(cast.a, { title, mediaType: 'text/plain', bytes: Buffer.from(text) });
      return document.id;
    },
    get: (id) => documents.get(cast.a, id),
    async until(id, status, timeout = 20_000) {
      return vi.waitFor(
        async () => {
          const document = await documents.get(cast.a, id);
          if (document?.status !== status) throw new Error(`the document is ${document?.status ?? 'gone'}, not ${status}`);
          return document;
        },
        { timeout, interval: 20 },
      );
    },
    async found(term) {
      return (await passages.lookup(cast.a, [term])).postings.get(term)?.length ?? 0;
    },
    closeWorkers,
    async close() {
      await closeWorkers();
      await database.close();
    },
  };
}

const namespaced = (carrier: QueueCarrier): QueueCarrier =>
  carrier.kind === 'redis' ? { ...carrier, prefix: `cairn_worker_${randomUUID()}` } : carrier;
