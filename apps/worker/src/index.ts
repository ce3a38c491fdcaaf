export { carrierOf } from './carrier.ts';
export { createWorker } from './worker.ts';
export type { Worker, WorkerDeps } from './worker.ts';
