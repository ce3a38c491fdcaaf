export { carrierOf } from './carrier.ts';
export { workerConfig, workerSettings } from './config.ts';
export type { WorkerSettings } from './config.ts';
export { createWorker } from './worker.ts';
export type { Worker, WorkerDeps } from './worker.ts';
