import { redisKinds, redisPrograms } from './redis-kinds.ts';
import type { RedisKind } from './redis-kinds.ts';
import type { ServerSource } from './service.ts';

/** The environment that tells suites where servers of their own come from; the reverse of `sourceFromEnvironment`. */
export function environmentOf(source: ServerSource): Record<string, string> {
  if (source.kind === 'docker') return { CAIRN_TEST_DOCKER: '1' };
  const others = otherKinds.map((kind) => [redisPrograms[kind].variable, source.others?.[kind] ?? '']);
  return {
    CAIRN_TEST_POSTGRES_BIN: source.postgres,
    CAIRN_TEST_REDIS_BIN: source.redis,
    ...Object.fromEntries(others.filter(([, folder]) => folder !== '')),
  };
}

/** Where this run's servers come from. Throws when it was only given URLs, of servers that are not ours to stop. */
export function sourceFromEnvironment(environment: NodeJS.ProcessEnv): ServerSource {
  const source = findSource(environment);
  if (source === undefined) {
    throw new Error(
      'no servers to start: set CAIRN_TEST_POSTGRES_BIN and CAIRN_TEST_REDIS_BIN to folders of binaries, or CAIRN_TEST_DOCKER=1',
    );
  }
  return source;
}

/** As `sourceFromEnvironment`, undefined where that throws. */
export function findSource(environment: NodeJS.ProcessEnv): ServerSource | undefined {
  const { CAIRN_TEST_DOCKER: docker, CAIRN_TEST_POSTGRES_BIN: postgres, CAIRN_TEST_REDIS_BIN: redis } = environment;
  if (postgres && redis) return { kind: 'binaries', postgres, redis, others: othersIn(environment) };
  return docker === '1' ? { kind: 'docker' } : undefined;
}

const otherKinds = redisKinds.filter((kind) => kind !== 'redis 8');

function othersIn(environment: NodeJS.ProcessEnv): Partial<Record<RedisKind, string>> {
  const named = otherKinds.map((kind) => [kind, environment[redisPrograms[kind].variable]] as const);
  return Object.fromEntries(named.filter(([, folder]) => folder));
}
