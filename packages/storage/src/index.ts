export { createPasswordHasher } from './passwords/argon2.ts';
export { openDatabase } from './database/open.ts';
export type { Database, DatabaseLocation, OpenOptions } from './database/open.ts';
export { openRepositories } from './stores.ts';
export type { AuditStores, Repositories, RepositoryOptions } from './stores.ts';
export type { VainCall } from './repositories/audit/vain-calls.ts';
export { WrongMasterKey } from './sealing/installation.ts';
export type { Housekeeping } from './repositories/housekeeping.ts';
