import { expect, test } from 'vitest';
import { createJobWorkers } from './job-workers.ts';
import type { JobHandlers } from './processor.ts';
import { testCatalog } from './testing/catalog.ts';
import { createKeptLog } from './testing/log.ts';

test('workers refuse to start when a job of the catalog has no handler', () => {
  const handlers: Partial<JobHandlers<typeof testCatalog>> = {};
  const carrier = { kind: 'redis', url: 'redis://127.0.0.1:1' } as const;
  const options = { catalog: testCatalog, handlers, log: createKeptLog() };
  // @ts-expect-error the type asks for the handler too
  expect(() => createJobWorkers(carrier, options)).toThrow('no handler for test.count');
});
