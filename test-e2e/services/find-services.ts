import { postgresAnswers, redisAnswers } from './answers.ts';
import { debianServers, whyNoDebianPackages } from './debian/server-packages.ts';
import { whyNoDocker } from './docker.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { ServerSource } from './service.ts';
import { environmentOf, findSource } from './source.ts';

/** What a test run has to work with. */
export type FoundServices = {
  /** Variables for the suites: `CAIRN_TEST_DATABASE_URL` and the others, as far as there is something to put in them. */
  readonly environment: Readonly<Record<string, string>>;
  /** One line for people: where the services come from. */
  readonly summary: string;
  /** Why the ways that were tried gave nothing. */
  readonly reasons: readonly string[];
  /** Removes what this run started; servers behind given URLs are left alone. */
  remove(): Promise<void>;
};

/** One way to servers of one's own. */
export type ServerWay = {
  readonly name: string;
  /** Why it can't be taken here, undefined when it can. */
  whyNot(): Promise<string | undefined>;
  source(): Promise<ServerSource>;
};

const WAYS: readonly ServerWay[] = [
  { name: 'Docker', whyNot: whyNoDocker, source: () => Promise.resolve({ kind: 'docker' }) },
  { name: "Debian's packages", whyNot: whyNoDebianPackages, source: debianServers },
];

/**
 * Finds a Postgres and a Redis for the suites: the ones that `CAIRN_TEST_DATABASE_URL` and `CAIRN_TEST_REDIS_URL` name, which must
 * answer; for what is not named, new ones from `CAIRN_TEST_POSTGRES_BIN` and `CAIRN_TEST_REDIS_BIN`, from a local Docker, or from
 * Debian's packages, in this order. What can't be found is left out of `environment`.
 */
export async function findServices(
  environment: NodeJS.ProcessEnv = process.env,
  ways: readonly ServerWay[] = WAYS,
): Promise<FoundServices> {
  const { CAIRN_TEST_DATABASE_URL: database, CAIRN_TEST_REDIS_URL: redis } = environment;
  if (database) await mustAnswer('CAIRN_TEST_DATABASE_URL', () => postgresAnswers(database));
  if (redis) await mustAnswer('CAIRN_TEST_REDIS_URL', () => redisAnswers(redis));
  const given = { ...(database && { CAIRN_TEST_DATABASE_URL: database }), ...(redis && { CAIRN_TEST_REDIS_URL: redis }) };
  if (database && redis) return { environment: given, summary: 'servers that the environment names', reasons: [], remove: async () => {} };

  const reasons: string[] = [];
  for (const way of [...givenWay(environment), ...ways]) {
    try {
      const reason = await way.whyNot();
      if (reason !== undefined) throw new Error(reason);
      const source = await way.source();
      const started = await startMissing(source, { database: !database, redis: !redis });
      return {
        environment: { ...environmentOf(source), ...started.environment, ...given },
        summary: way.name,
        reasons,
        remove: started.remove,
      };
    } catch (error) {
      reasons.push(`${way.name}: ${reasonOf(error)}`);
    }
  }
  return {
    environment: given,
    summary: Object.keys(given).length > 0 ? 'what the environment names' : 'none',
    reasons,
    remove: async () => {},
  };
}

function givenWay(environment: NodeJS.ProcessEnv): ServerWay[] {
  const source = findSource(environment);
  if (source === undefined) return [];
  return [
    { name: 'the servers that the environment names', whyNot: () => Promise.resolve(undefined), source: () => Promise.resolve(source) },
  ];
}

async function startMissing(source: ServerSource, missing: { database: boolean; redis: boolean }) {
  const [postgres, redis] = await Promise.allSettled([
    missing.database ? startPostgres({}, source) : undefined,
    missing.redis ? startRedis({}, source) : undefined,
  ]);
  const started = [postgres, redis].flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  const remove = async () => {
    await Promise.all(started.map((service) => service.remove()));
  };
  if (postgres.status === 'rejected' || redis.status === 'rejected') {
    await remove();
    throw new Error([postgres, redis].flatMap((result) => (result.status === 'rejected' ? [reasonOf(result.reason)] : [])).join('; '));
  }
  const environment = {
    ...(postgres.value && { CAIRN_TEST_DATABASE_URL: postgres.value.url }),
    ...(redis.value && { CAIRN_TEST_REDIS_URL: redis.value.url }),
  };
  return { environment, remove };
}

async function mustAnswer(variable: string, ask: () => Promise<void>): Promise<void> {
  await ask().catch((cause: unknown) => {
    throw new Error(`${variable} is set, and nothing answers there: ${reasonOf(cause)}`);
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
