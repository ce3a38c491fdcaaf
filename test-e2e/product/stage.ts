import { randomBytes } from 'node:crypto';
import { createPostgresDatabase } from '@cairn/test-kit';
import { afterAll, beforeAll, describe } from 'vitest';
import { callerFor } from './caller.ts';
import type { Caller } from './caller.ts';
import { signIn } from './person.ts';
import type { Person } from './person.ts';
import { claimRedisDatabase } from './redis-database.ts';
import { startProduct } from './start-product.ts';
import type { Product } from './start-product.ts';

/** What the tests of one file share: a started product. Its members are there once the tests run. */
export interface Stage {
  readonly kind: 'embedded' | 'servers';
  /** Processes over one database; the embedded store takes one only. */
  readonly products: readonly Product[];
  /** The first of them. */
  readonly product: Product;
  /** The address of the Redis; undefined where there is none. */
  readonly redisUrl: string | undefined;
  /** The address of the Postgres; undefined where there is none. */
  readonly databaseUrl: string | undefined;
  /** What the products were told, for another process on the same servers. */
  readonly environment: Readonly<Record<string, string>>;
  /** The person of the first account, signed in. */
  readonly person: Person;
  /** A project of the test's own, so that what others save is not in its way. */
  newProject(): Promise<Project>;
}

/** A project with two keys of one person. */
export interface Project {
  readonly id: string;
  readonly keyId: string;
  readonly secret: string;
  readonly otherSecret: string;
  /** With the first key. */
  readonly caller: Caller;
  /** With the other key. */
  readonly other: Caller;
  /** With the person's session. */
  readonly session: Caller;
}

/** Tests of one capability, told by describe and test. */
export type Suite = (stage: Stage) => void;

export interface StageOptions {
  /** Settings of the product. */
  readonly env?: Readonly<Record<string, string>>;
  /** Processes on one database, on servers. Default 1. */
  readonly processes?: number;
}

/** Runs suites over a product with its embedded store. */
export function onEmbedded(suites: readonly Suite[], { env = {} }: StageOptions = {}): void {
  describe('embedded', () => {
    tellAll(suites, 'embedded', async () => {
      const products = [await startProduct({ env })];
      return { products, environment: env, remove: async () => {} };
    });
  });
}

/**
 * Runs suites over a product with a fresh database of a real Postgres and a real Redis. A file that calls this names
 * `CAIRN_TEST_DATABASE_URL` and `CAIRN_TEST_REDIS_URL`, which it is left out without.
 */
export function onServers(suites: readonly Suite[], { env = {}, processes = 1 }: StageOptions = {}): void {
  describe('servers', () => {
    tellAll(suites, 'servers', async () => {
      const servers = await claimServers();
      const environment = { ...servers.env, ...env };
      const products: Product[] = [];
      for (let at = 0; at < processes; at += 1) {
        const account = products[0]?.account;
        products.push(await startProduct({ env: environment, ...(account && { account }) }));
      }
      return { products, environment, ...servers };
    });
  });
}

/** A database and a Redis of one's own, on the servers that the environment names. */
export async function claimServers(): Promise<{
  readonly env: Record<string, string>;
  readonly redisUrl: string;
  readonly databaseUrl: string;
  remove(): Promise<void>;
}> {
  const { CAIRN_TEST_DATABASE_URL: databaseServer = '', CAIRN_TEST_REDIS_URL: redisServer = '' } = process.env;
  const [database, redis] = await Promise.all([createPostgresDatabase(databaseServer), claimRedisDatabase(redisServer)]);
  return {
    env: serverSettings({ databaseUrl: database.url, redisUrl: redis.url }),
    databaseUrl: database.url,
    redisUrl: redis.url,
    async remove() {
      await Promise.all([database.drop(), redis.release()]);
    },
  };
}

/** What a product on servers is told of them. */
export function serverSettings({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }): Record<string, string> {
  return { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, CAIRN_MASTER_KEY: randomBytes(32).toString('base64') };
}

interface Scenery {
  readonly products: readonly Product[];
  readonly environment: Readonly<Record<string, string>>;
  readonly redisUrl?: string;
  readonly databaseUrl?: string;
  remove(): Promise<void>;
}

function tellAll(suites: readonly Suite[], kind: Stage['kind'], build: () => Promise<Scenery>): void {
  let set: Scenery | undefined;
  let person: Person | undefined;
  beforeAll(async () => {
    set = await build();
    person = await signIn(productOf(set));
  });
  afterAll(async () => {
    for (const product of set?.products ?? []) await product.stop();
    await set?.remove();
  });
  const stage: Stage = {
    kind,
    get products() {
      return there(set).products;
    },
    get product() {
      return productOf(there(set));
    },
    get redisUrl() {
      return there(set).redisUrl;
    },
    get environment() {
      return there(set).environment;
    },
    get databaseUrl() {
      return there(set).databaseUrl;
    },
    get person() {
      return there(person);
    },
    newProject: () => newProject(there(person)),
  };
  for (const suite of suites) suite(stage);
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the stage is set once the tests run, not while they are told');
  return value;
}

function productOf({ products }: Scenery): Product {
  return there(products[0]);
}

let projects = 0;

/** A project of that person's with two keys. */
export async function newProject(person: Person): Promise<Project> {
  const { baseUrl } = person;
  projects += 1;
  const id = await person.makeProject(`project ${projects}`);
  const [key, other] = await Promise.all([person.makeKey(id, 'first'), person.makeKey(id, 'other')]);
  return {
    id,
    keyId: key.id,
    secret: key.secret,
    otherSecret: other.secret,
    caller: callerFor(baseUrl, key.secret),
    other: callerFor(baseUrl, other.secret),
    session: person.in(id),
  };
}
