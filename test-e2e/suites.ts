/** Where the suites of each kind are, as globs from the root of the repository. */
export const suites = {
  /** Beside the code that they test; need nothing but Node. */
  unit: [
    'packages/*/src/**/*.test.ts',
    'apps/*/src/**/*.test.ts',
    'apps/*/bin/**/*.test.mjs',
    'test-e2e/bin/**/*.test.ts',
    'test-e2e/services/**/*.test.ts',
    'test-e2e/bench/**/*.test.ts',
    'test-e2e/deployment/descriptions.test.ts',
    'test-e2e/encryption/planted.test.ts',
  ],
  /** Beside the code that they test; work on an embedded store, a real Postgres or a real Redis. */
  integration: [
    'packages/*/src/**/*.integration.test.ts',
    'apps/*/src/**/*.integration.test.ts',
    'test-e2e/services/**/*.integration.test.ts',
  ],
  /** Drive a started product from outside. */
  blackBox: ['test-e2e/**/*.e2e.test.ts'],
} as const;

/** Black-box suites that measure how long something takes, load the machine themselves, or drive a browser: nothing runs beside them. */
export const suitesAlone: readonly string[] = [
  'browser',
  'chaos',
  'fuzz',
  'lifecycle',
  'memories/volume.e2e.test.ts',
  'rate-limit',
  'security',
  'upgrade',
].map((path) => (path.endsWith('.ts') ? `test-e2e/${path}` : `test-e2e/${path}/**/*.e2e.test.ts`));

/** The suites that may need a service; a unit suite never does. */
export const suitesWithNeeds: readonly string[] = [...suites.integration, ...suites.blackBox];
