import { setTimeout as sleep } from 'node:timers/promises';
import { unpackPosting } from '@cairn/core';
import type { Document } from '@cairn/core';
import { createDocumentParser } from '@cairn/documents';
import { createEvaluator } from '@cairn/governance';
import { createExtractiveAnswerWriter } from '@cairn/models';
import type { QueueCarrier } from '@cairn/queue';
import { createLogger } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import type { DatabaseLocation, Repositories } from '@cairn/storage';
import { createCast } from '@cairn/test-kit';
import type { Cast } from '@cairn/test-kit';
import { carrierOf } from '../carrier.ts';
import type { WorkerEmbedder } from '../embed-passages.ts';
import { createIngestHandler } from '../ingest.ts';
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
  /** Reads a document by one run of its job, beside whatever workers do. */
  ingest(id: string, embedder: WorkerEmbedder): Promise<void>;
  /** What the tables hold of a document, whoever sees it. */
  rows(id: string): Promise<DocumentRows>;
  closeWorkers(): Promise<void>;
  close(): Promise<void>;
}

export interface DocumentRows {
  readonly versions: number;
  readonly passages: number;
  /** Passages by version and ordinal, each once. */
  readonly places: number;
  /** Passages counted for the project's searches. */
  readonly counted: number;
  readonly submitted: number;
}

export async function openProduct(place: ProductPlace): Promise<TestProduct> {
  const logger = createLogger({ level: 'silent' });
  const database = await openDatabase({ location: place.location, migrate: true, onWarning: refuse });
  const repositories = await openRepositories(database, Buffer.alloc(32, 7));
  const cast = place.cast ?? (await createCast(repositories));
  const carrier: QueueCarrier =
    place.redis === undefined ? carrierOf({ redisUrl: undefined, database, repositories }) : { kind: 'redis', ...place.redis };
  const evaluator = createEvaluator({
    policies: repositories.stores.policies,
    history: repositories.actionHistory,
    commitments: repositories.commitments,
  });
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
        { repositories, carrier, logger, embedder, evaluator, answers: createExtractiveAnswerWriter() },
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
    async ingest(id, embedder) {
      const versionId = (
        await queryOne<{ id: string }>('select id from cairn.document_versions where project_id = $1 and document_id = $2::uuid', id)
      ).id;
      const parser = createDocumentParser({ processes: 1, timeoutMs: 30_000, maxOldGenerationMb: 512 });
      const context = { signal: new AbortController().signal, goesOn: () => undefined, attempt: 1, lastAttempt: false, jobId: versionId };
      const handle = createIngestHandler({ ingestion: repositories.ingestion, parser, embedder, log: logger });
      try {
        await handle({ projectId: cast.projectA, versionId }, context);
      } finally {
        await parser.close();
      }
    },
    rows: (id) => queryOne(rowsOfDocument, id),
    closeWorkers,
    async close() {
      await closeWorkers();
      await database.close();
    },
  };

  async function queryOne<Row extends object>(text: string, id: string): Promise<Row> {
    const client = await database.app.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('cairn.project_id', $1, true)`, [cast.projectA]);
      const [row] = (await client.query<Row>(text, [cast.projectA, id])).rows;
      await client.query('commit');
      if (!row) throw new Error('there is no such row');
      return row;
    } finally {
      client.release();
    }
  }
}

const rowsOfDocument = `with v as (select id from cairn.document_versions where project_id = $1 and document_id = $2::uuid),
  p as (select version_id, ordinal from cairn.passages where project_id = $1 and version_id in (select id from v))
  select (select count(*) from v)::int as versions, (select count(*) from p)::int as passages,
    (select count(*) from (select distinct version_id, ordinal from p) d)::int as places,
    (select coalesce(sum(passages), 0) from cairn.knowledge_stats where project_id = $1)::int as counted,
    (select count(*) from cairn.audit_entries where project_id = $1 and target = $2::text and action = 'document.submit')::int as submitted`;

function refuse(warning: string): void {
  throw new Error(warning);
}
