import type { QueueCarrier } from '@cairn/queue';
import type { Database, Repositories } from '@cairn/storage';

export interface CarrierPlace {
  /** Jobs travel by Redis where there is one, by the database itself otherwise. */
  readonly redisUrl: string | undefined;
  readonly database: Pick<Database, 'queueConnection'>;
  readonly repositories: Pick<Repositories, 'installationId'>;
}

/** A Redis may serve several installations: each has names of its own there. */
export const carrierOf = ({ redisUrl, database, repositories }: CarrierPlace): QueueCarrier =>
  redisUrl === undefined
    ? { kind: 'postgres', connection: database.queueConnection }
    : { kind: 'redis', url: redisUrl, prefix: `cairn:${repositories.installationId}` };
