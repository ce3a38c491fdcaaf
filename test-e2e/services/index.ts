export { findServices } from './find-services.ts';
export { startPostgres } from './postgres.ts';
export { startRedis } from './redis.ts';
export type { Service } from './service.ts';
