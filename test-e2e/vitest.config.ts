import { defineConfig } from 'vitest/config';

const fromSource = { ssr: { resolve: { conditions: ['@cairn/source', 'module', 'node', 'development|production'] } } };

// Retries are off: a test that fails sometimes is a fault.
export default defineConfig({
  ...fromSource,
  test: {
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'apps/*/bin/**/*.test.mjs',
            'test-e2e/bin/**/*.test.ts',
            'test-e2e/services/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.integration.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['packages/*/src/**/*.integration.test.ts', 'apps/*/src/**/*.integration.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'black-box',
          include: ['test-e2e/**/*.e2e.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
