import { noSink } from '@cairn/audit';
import type { CheckpointSink } from '@cairn/audit';
import { jobCatalog } from '@cairn/contracts';
import { createDocumentParser } from '@cairn/documents';
import { createJobQueue, createJobWorkers, createOutboxRelay } from '@cairn/queue';
import type { QueueCarrier } from '@cairn/queue';
import { createTaskEngine } from '@cairn/orchestration';
import type { TaskEngineDeps } from '@cairn/orchestration';
import type { AnswerWriter, ChatModel } from '@cairn/core';
import { analyserVersion } from '@cairn/retrieval';
import type { Logger, Probe } from '@cairn/service-kit';
import type { Repositories } from '@cairn/storage';
import type { WorkerSettings } from './config.ts';
import { usable } from './embed-passages.ts';
import type { WorkerEmbedder } from './embed-passages.ts';
import { createMemoryIndexHandler } from './index-memories.ts';
import { createIngestHandler } from './ingest.ts';
import { createAuditSigning } from './audit-signing.ts';
import { createReindexHandler } from './reindex.ts';
import { dropUnlikeVectors } from './unlike-vectors.ts';
import { createResealHandler } from './reseal.ts';
import { createSweep } from './sweep.ts';
import { createTaskHandler } from './tasks/advance-task.ts';
import { observeSteps } from './tasks/observe-steps.ts';
import { createTaskClock } from './tasks/task-clock.ts';
import { createTaskSearches } from './tasks/task-searches.ts';
import { measureSearchableLag, observeOutbox, observeQueue } from './worker-metrics.ts';

export interface WorkerDeps {
  readonly repositories: Pick<
    Repositories,
    | 'ingestion'
    | 'reindex'
    | 'memoryIndexing'
    | 'outbox'
    | 'housekeeping'
    | 'stores'
    | 'taskRuns'
    | 'scheduleRuns'
    | 'audit'
    | 'keyRotation'
    | 'archives'
  >;
  /** Decides on the steps of tasks. */
  readonly evaluator: TaskEngineDeps['evaluator'];
  /** Writes the answers of searches of knowledge. */
  readonly answers: AnswerWriter;
  /** Plans goals and carries out `model.generate`. */
  readonly chat?: ChatModel | undefined;
  readonly carrier: QueueCarrier;
  /** Where checkpoints of the audit are kept outside of the database. Default: nowhere. */
  readonly checkpoints?: CheckpointSink | undefined;
  /** Makes the vectors of passages and memories; without it they are found by their words alone. It stays the caller's to close. */
  readonly embedder?: WorkerEmbedder | undefined;
  readonly logger: Logger;
}

export interface Worker {
  /** Begins to relay and to work, as soon as database and carrier are there. */
  start(): void;
  /** Hands the jobs back and lets go of everything it opened; the database stays open. Within nine seconds. */
  close(): Promise<void>;
  /** For `GET /readyz` of the process. */
  readonly probes: { readonly queue: Probe };
}

// Well within the time that the catalog gives an attempt.
const parserLimits = { timeoutMs: 60_000, timeoutMsPerMib: 3500, maxOldGenerationMb: 1024 };

/** Versions that are brought up to date at the same time, in all projects together. */
const reindexAtOnce = 4;

/** Projects that a sweep offers whose data key is being replaced. */
const keysAtOnce = 100;

/** Sooner than other jobs: a claim in the database keeps a task from being worked on twice, whoever has its job. */
const taskLockMs = 10_000;

/** Relays the outbox, carries out tasks, ingests documents, indexes memories and clears what has lapsed. Any number of workers may run on one database. */
export function createWorker(
  { concurrency, taskConcurrency, taskRetentionDays = 90, auditRetentionDays, ...bounds }: WorkerSettings,
  deps: WorkerDeps,
): Worker {
  const { repositories, carrier, embedder, logger: log } = deps;
  const { ingestion, reindex, memoryIndexing, taskRuns, stores } = repositories;
  const queue = createJobQueue(carrier, { catalog: jobCatalog, log });
  const relay = createOutboxRelay({ outbox: repositories.outbox, queue, log });
  const signing = createAuditSigning({ audit: repositories.audit, checkpoints: deps.checkpoints ?? noSink, log });
  const sweep = createSweep(
    {
      'what has lapsed could not be cleared': () => repositories.housekeeping.clearLapsed(),
      'vectors of memories of another length could not be looked for': dropUnlikeVectors(memoryIndexing, embedder),
      'memories that are not indexed could not be looked for': () =>
        memoryIndexing.offerBehind({ analyser: analyserVersion, modelId: usable(embedder)?.modelId }),
      'vectors of another length could not be looked for': dropUnlikeVectors(reindex, embedder),
      'what is indexed in an older way could not be looked for': () =>
        reindex.offerStale({ analyser: analyserVersion, modelId: usable(embedder)?.modelId }, reindexAtOnce),
      'old entries of the audit could not be let go': async () => {
        if (auditRetentionDays !== undefined) await signing.letGo(auditRetentionDays);
      },
      'projects whose data key is being replaced could not be looked for': () => repositories.keyRotation.offer(keysAtOnce),
      'imports that broke off could not be cleared': () => repositories.archives.clearAbandoned(),
      'tasks that ended long ago could not be cleared': () => taskRuns.clearEnded(taskRetentionDays),
    },
    log,
  );
  observeOutbox(repositories.outbox);
  observeQueue(queue);
  const clock = createTaskClock({
    runs: taskRuns,
    schedules: { runs: repositories.scheduleRuns, evaluator: deps.evaluator },
    log,
    wake: () => relay.wake(),
  });
  const engine = createTaskEngine({
    runs: taskRuns,
    evaluator: deps.evaluator,
    chat: deps.chat,
    observe: observeSteps(),
    log,
    ...createTaskSearches({
      stores,
      answers: deps.answers,
      embedder,
      onFault: (error) => log.warn({ err: error }, 'no vector for a query of a task; it is searched by its words'),
    }),
  });
  // Small documents have slots of their own, so that long ones that hold all others do not keep them waiting.
  const parser = createDocumentParser({ processes: concurrency * 2, ...parserLimits });
  const workers = createJobWorkers(carrier, {
    catalog: jobCatalog,
    handlers: {
      'knowledge.ingest': createIngestHandler({ ingestion, parser, embedder, log, onSearchable: measureSearchableLag() }),
      'knowledge.reindex': createReindexHandler({ reindex, embedder, log }),
      'memory.index': createMemoryIndexHandler({ memoryIndexing, embedder }),
      'project.reseal': createResealHandler({ keyRotation: repositories.keyRotation, log }),
      'task.advance': createTaskHandler(engine),
    },
    log,
    concurrency,
    concurrencies: { tasks: taskConcurrency },
    lockMsOf: { tasks: Math.min(bounds.lockMs ?? taskLockMs, taskLockMs) },
    ...bounds,
  });
  return {
    start() {
      relay.start();
      workers.start();
      sweep.start();
      clock.start();
      signing.clock.start();
    },
    async close() {
      await Promise.all([relay.close(), workers.close(), sweep.close(), clock.close(), signing.clock.close()]);
      await Promise.all([queue.close(), parser.close()]);
    },
    probes: { queue: () => queue.probe() },
  };
}
