import { defaultTaskLimits } from '@cairn/core';
import { createCast, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const plan = { steps: [{ id: 'w', kind: 'wait' as const, input: { event: 'x' } }] };
const most = 3;

describe.each(backends)('tasks of a workspace on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  beforeAll(async () => {
    const limits = { ...defaultTaskLimits.free, running: most };
    store = await openStore(backend, { taskLimits: { free: limits, premium: limits } });
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });
  beforeEach(() => owner.query('delete from cairn.tasks'));

  const submit = async (): Promise<string> => (await store.ports.tasks.tasks.submit(cast.a, { goal: 'g', plan, run: true })).id;
  const claim = (id: string) => store.ports.taskRuns.claim(cast.projectA, id);
  const shown = async (id: string) => store.ports.tasks.tasks.get(cast.a, id);
  const offered = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    await store.ports.outbox.relay(1000, async (entries) => {
      for (const { job, payload } of entries) if (job === 'task.advance') ids.push((payload as { taskId: string }).taskId);
    });
    return ids;
  };

  test('are claimed up to the limit, however many ask at once, and the others stand in line', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, submit));
    const claims = await Promise.all(ids.map(claim));
    expect(claims.filter((one) => one !== undefined)).toHaveLength(most);
    const held = await Promise.all(ids.filter((_, at) => claims[at] === undefined).map(shown));
    expect(held.map((task) => [task?.status, task?.isHeldBack])).toEqual(held.map(() => ['queued', true]));
  });

  test('are offered in the order in which they came when one lets go, each once', async () => {
    const ids: string[] = [];
    for (let at = 0; at < most + 3; at += 1) ids.push(await submit());
    const claims: Awaited<ReturnType<typeof claim>>[] = [];
    for (const id of ids) claims.push(await claim(id));
    await offered();
    await store.ports.taskRuns.write(claims[0]!.claim, (work) => work.task('wait_waiting_event'));
    await store.ports.taskRuns.write(claims[1]!.claim, (work) => work.task('end_failed', { error: { code: 'x', message: 'x' } }));
    const next = ids[most] ?? '';
    expect(await offered()).toEqual([next, ids[most + 1]]);
    expect(await claim(next)).toBeDefined();
    expect(await shown(next)).toMatchObject({ status: 'running', isHeldBack: false });
    const told = await store.ports.tasks.tasks.events(cast.a, next, 0, 100);
    expect(told.map(({ type }) => type).slice(-2)).toEqual(['task.held_back', 'task.running']);
  });

  test('in line are offered again by the clock when nobody else did, one of each project at a time', async () => {
    const ids: string[] = [];
    for (let at = 0; at < most + 2; at += 1) ids.push(await submit());
    for (const id of ids) await claim(id);
    await offered();
    await owner.query("update cairn.tasks set claim_expires_at = now() - interval '1 second'");
    await store.ports.taskRuns.offerDue(100);
    expect(await offered()).toEqual([ids[most]]);
    await store.ports.taskRuns.offerDue(100);
    expect(await offered()).toEqual([ids[most + 1]]);
  });

  test('end whatever the line is: a cancelled one is finished at once', async () => {
    const ids = await Promise.all(Array.from({ length: most + 1 }, submit));
    for (const id of ids) await claim(id);
    const last = ids.at(-1) as string;
    await store.ports.tasks.tasks.cancel(cast.a, last);
    expect(await shown(last)).toMatchObject({ status: 'cancelled', isHeldBack: false });
  });
});
