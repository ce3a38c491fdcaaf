import type { ServerSource } from './service.ts';

/** The environment that tells suites where servers of their own come from; the reverse of `sourceFromEnvironment`. */
export function environmentOf(source: ServerSource): Record<string, string> {
  if (source.kind === 'docker') return { CAIRN_TEST_DOCKER: '1' };
  return { CAIRN_TEST_POSTGRES_BIN: source.postgres, CAIRN_TEST_REDIS_BIN: source.redis };
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
  if (postgres && redis) return { kind: 'binaries', postgres, redis };
  return docker === '1' ? { kind: 'docker' } : undefined;
}
