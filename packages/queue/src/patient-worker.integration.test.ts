// Needs CAIRN_TEST_DATABASE_URL.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createJobQueue } from './job-queue.ts';
import { createJobWorkers } from './job-workers.ts';
import { openPostgresCarrier, runStatement } from './testing/carriers.ts';
import { testCatalog, testEntry } from './testing/catalog.ts';
import { createKeptLog } from './testing/log.ts';

let carried: Awaited<ReturnType<typeof openPostgresCarrier>>;
beforeAll(async () => {
  carried = await openPostgresCarrier();
});
afterAll(() => carried.close());

test('a carrier that answers with errors is asked now and then, and the worker goes on when it answers again', async () => {
  const log = createKeptLog();
  const handled: number[] = [];
  const queue = createJobQueue(carried.carrier, { catalog: testCatalog, log });
  const workers = createJobWorkers(carried.carrier, {
    catalog: testCatalog,
    handlers: { 'test.count': async ({ n }) => void handled.push(n) },
    log,
  });
  await queue.enqueue([testEntry(1)]);
  await runStatement(carried.url, 'alter table bullmq.job rename to hidden');
  workers.start();
  await sleep(1000);
  const before = carried.outage.sent();
  await sleep(2000);
  expect(carried.outage.sent() - before).toBeLessThan(40);
  expect(log.at('warn').length).toBeLessThan(5);

  await runStatement(carried.url, 'alter table bullmq.hidden rename to job');
  await queue.enqueue([testEntry(2)]);
  await vi.waitFor(() => expect(handled).toEqual([1, 2]), 15_000);
  expect(log.at('info').map((line) => line.message)).toContain('job worker: works again');
  await Promise.all([workers.close(), queue.close()]);
});
