export { AttemptAborted } from './attempt.ts';
export type { AbortReason } from './attempt.ts';
export type { QueueCarrier } from './carrier.ts';
export type { QueueLog } from './fault-log.ts';
export { createJobQueue } from './job-queue.ts';
export type { JobQueue } from './job-queue.ts';
export { createJobWorkers } from './job-workers.ts';
export { createOutboxRelay } from './outbox-relay.ts';
export type { JobContext } from './processor.ts';
