export { findServices, type FoundServices } from './find-services.ts';
export { startPostgres } from './postgres.ts';
export { startRedis } from './redis.ts';
export type { ServerSource, Service, ServiceOptions } from './service.ts';
