import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { suitesWithout } from './services/suite-needs.ts';
import { suites, suitesAlone, suitesWithNeeds } from './suites.ts';

const fromSource = { ssr: { resolve: { conditions: ['@cairn/source', 'module', 'node', 'development|production'] } } };

const root = fileURLToPath(new URL('..', import.meta.url));
const cannotRun = suitesWithout(root, suitesWithNeeds, process.env);
const exclude = ['**/node_modules/**', '**/dist/**', ...cannotRun.map(({ file }) => file)];

for (const { file, needs } of cannotRun) process.stderr.write(`not run: ${file} (needs ${needs.join(' and ')})\n`);

const workers = Math.max(2, availableParallelism() - 1);
const storeTemplate = fileURLToPath(new URL('services/store-template.ts', import.meta.url));
const blackBox = { include: [...suites.blackBox], testTimeout: 300_000, hookTimeout: 300_000, globalSetup: storeTemplate };

// Retries are off: a test that fails sometimes is a fault, and `npm test` names it as one (bin/second-look.ts). A test that is focused or skipped fails the run of `npm test`.
export default defineConfig({
  ...fromSource,
  test: {
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...suites.unit],
          exclude: [...exclude, '**/*.integration.test.ts'],
          testTimeout: 30_000,
          maxWorkers: workers,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [...suites.integration],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: storeTemplate,
          maxWorkers: workers,
        },
      },
      {
        extends: true,
        test: { ...blackBox, name: 'black-box', exclude: [...exclude, ...suitesAlone], maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          ...blackBox,
          name: 'black-box alone',
          include: [...suitesAlone],
          exclude,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
