import { createPostgresBackend, createRedisBackend } from 'bullmq';
import type { BackendFactory, ConnectionOptions, IQueueBackend, PostgresConnectionOptions } from 'bullmq';
import type { PoolConfig } from 'pg';

/** Where jobs travel. Both carriers run the same code and keep the same promises; Postgres is slower and needs no second server. */
export type QueueCarrier =
  | {
      readonly kind: 'redis';
      /** `redis://` or `rediss://`; user, password and database number as usual. */
      readonly url: string;
      /** Namespace of all keys. Default `cairn`. */
      readonly prefix?: string;
    }
  | {
      readonly kind: 'postgres';
      /** `connectionString` of a server, or `stream` of the embedded store. `max` connections per queue and per worker, default 3. */
      readonly connection: PoolConfig;
      /** Database schema that BullMQ keeps its tables in, made when it is missing. Default `bullmq`. */
      readonly schema?: string;
    };

type Backend = BackendFactory<IQueueBackend, CarrierConnection>;
export type CarrierConnection = ConnectionOptions | PostgresConnectionOptions;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is given connections of its own kind only
const backends = { redis: createRedisBackend, postgres: createPostgresBackend } as { readonly redis: Backend; readonly postgres: Backend };

/** What BullMQ's classes need to reach a carrier. */
export interface CarrierEnd {
  readonly options: { readonly connection: CarrierConnection; readonly prefix?: string };
  readonly backend: Backend;
}

/**
 * A producer fails fast while Redis is down instead of piling commands up in memory; a consumer waits for as long as that
 * takes. Postgres has no such difference: each query takes a connection of the pool.
 */
export function carrierEnd(carrier: QueueCarrier, queue: string, role: 'producer' | 'consumer'): CarrierEnd {
  return carrier.kind === 'redis' ? redisEnd(carrier, queue, role) : postgresEnd(carrier);
}

function redisEnd(carrier: QueueCarrier & { kind: 'redis' }, queue: string, role: 'producer' | 'consumer'): CarrierEnd {
  return {
    options: {
      connection: {
        url: carrier.url,
        retryStrategy: reconnectDelay,
        connectTimeout: 5000,
        // Longer than any blocking read of BullMQ: a connection that is silent for longer is dead, whatever TCP says.
        socketTimeout: 15_000,
        keepAlive: 10_000,
        ...(role === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null }),
      },
      // The braces keep all keys of one queue in one slot of a Redis Cluster.
      prefix: `{${carrier.prefix ?? 'cairn'}:${queue}}`,
    },
    backend: backends.redis,
  };
}

function postgresEnd(carrier: QueueCarrier & { kind: 'postgres' }): CarrierEnd {
  return {
    options: {
      connection: {
        max: 3,
        connectionTimeoutMillis: 5000,
        keepAlive: true,
        ...carrier.connection,
        schema: carrier.schema ?? 'bullmq',
        migrate: true,
      },
    },
    backend: backends.postgres,
  };
}

/** For ever, and soon: from 100 ms up to 2 s between two tries. */
const reconnectDelay = (times: number): number => Math.min(100 * 2 ** Math.min(times, 10), 2000) * (0.75 + Math.random() / 2);
