import type { QueueCarrier } from '@cairn/queue';
import type { Database } from '@cairn/storage';

/** Jobs travel by Redis where there is one, by the database itself otherwise. */
export const carrierOf = (redisUrl: string | undefined, database: Pick<Database, 'queueConnection'>): QueueCarrier =>
  redisUrl === undefined ? { kind: 'postgres', connection: database.queueConnection } : { kind: 'redis', url: redisUrl };
