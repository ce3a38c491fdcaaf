export { jobCatalog } from './jobs.ts';
export type { JobName, JobPayload } from './jobs.ts';
