import { createCast, type Cast } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UsageCount } from './repositories/usage.ts';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const hour = '2026-11-28T09:00:00.000Z';
const time = { from: hour, to: '2026-11-28T10:00:00.000Z' };

describe.each(backends)('usage on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
  });
  afterAll(() => store.close());

  const count = (more: Partial<UsageCount> = {}): UsageCount => ({
    hour,
    credentialId: cast.a.credentialId,
    credentialKind: 'api_key',
    counted: 'request',
    name: 'memories',
    n: 2,
    limited: 1,
    ...more,
  });

  test('adds up over whoever adds, at once too, and is told by hour, name and credential', async () => {
    const counts = [count(), count({ counted: 'tool', name: 'save_memory', limited: 0 })];
    await Promise.all(Array.from({ length: 8 }, (_, at) => store.ports.usage.add(cast.projectA, at % 2 ? counts : counts.toReversed())));
    await store.ports.usage.add(cast.projectA, [count({ hour: time.to })]);
    const { hours, credentials } = await store.ports.usage.read(cast.a, time, 10);
    expect(hours).toEqual([count({ n: 16, limited: 8 }), count({ counted: 'tool', name: 'save_memory', n: 16, limited: 0 })]);
    expect(credentials).toEqual([{ credentialId: cast.a.credentialId, credentialKind: 'api_key', name: null, n: 16, limited: 8 }]);
    expect((await store.ports.usage.read(cast.a, time, 1)).hours).toHaveLength(1);
    expect(await store.ports.usage.read(cast.b, time, 10)).toMatchObject({ hours: [], credentials: [] });
  });

  test('is told in longer steps, counted from midnight UTC', async () => {
    const day = (at: string): string => `2026-10-0${at}:00:00.000Z`;
    const hours = ['1T05', '1T06', '1T11', '2T00'].map(day);
    await store.ports.usage.add(
      cast.projectA,
      hours.map((at) => count({ hour: at })),
    );
    const whole = { from: day('1T00'), to: day('3T00') };
    const read = async (stepHours: number) =>
      (await store.ports.usage.read(cast.a, { ...whole, stepHours }, 10)).hours.map((found) => [found.hour, found.n, found.limited]);
    expect(await read(6)).toEqual([
      [day('2T00'), 2, 1],
      [day('1T06'), 4, 2],
      [day('1T00'), 2, 1],
    ]);
    expect(await read(24)).toEqual([
      [day('2T00'), 2, 1],
      [day('1T00'), 6, 3],
    ]);
  });

  test('tells what is stored and what waits', async () => {
    const now = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
    expect(await store.ports.usage.read(cast.b, now, 10)).toMatchObject({
      storage: { memories: 0, documents: 0, originalBytes: 0 },
      queue: { documentsWaiting: 0, documentsInWork: 0, jobsWaiting: 0, oldestSeconds: null },
      searchableLag: { documents: 0, medianSeconds: null, greatestSeconds: null },
    });
    await store.ports.stores.memories.save(cast.b, { content: 'one' });
    await store.ports.stores.documents.submit(cast.b, { title: 't', mediaType: 'text/plain', bytes: Buffer.from('12345') });
    const found = await store.ports.usage.read(cast.b, now, 10);
    expect(found).toMatchObject({
      storage: { memories: 1, documents: 1, originalBytes: 5 },
      queue: { documentsWaiting: 1, documentsInWork: 0, oldestSeconds: expect.any(Number) },
    });
    expect(found.queue.jobsWaiting).toBeGreaterThan(0);
  });

  test('ends after 35 days, and with its project; what comes late for one that is gone is left out', async () => {
    const hourDaysAgo = (days: number): string => new Date(Math.floor(Date.now() / 3_600_000 - days * 24) * 3_600_000).toISOString();
    const [old, young] = [hourDaysAgo(36), hourDaysAgo(34)];
    await store.ports.usage.add(cast.projectB, [count({ hour: old }), count({ hour: young })]);
    await store.ports.housekeeping.clearLapsed();
    const all = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    expect((await store.ports.usage.read(cast.b, all, 10)).hours.map((found) => found.hour)).toEqual([young]);
    const erasure = await store.ports.directory.workspaces.deleteProject(cast.person, cast.projectB);
    expect(erasure).toMatchObject({ rows: { usage_hours: 1 } });
    await store.ports.usage.add(cast.projectB, [count()]);
    expect((await store.ports.usage.read(cast.b, all, 10)).hours).toEqual([]);
  });
});
