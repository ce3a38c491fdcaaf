import { createCast, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const plan = { steps: [{ id: 'a', kind: 'memory.save' as const, input: { content: 'plantedinputword' } }] };

describe.each(backends)('tasks on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const submit = async (goal = 'plantedgoalword'): Promise<string> =>
    (await store.ports.tasks.tasks.submit(cast.a, { goal, plan, run: true })).id;
  const offered = async (): Promise<readonly unknown[]> => {
    const payloads: unknown[] = [];
    await store.ports.outbox.relay(1000, async (entries) => {
      for (const { job, payload } of entries) if (job === 'task.advance') payloads.push(payload);
    });
    return payloads;
  };

  test('are told to the queue with the transaction that makes them run, and again when nobody came', async () => {
    const taskId = await submit();
    const payload = { projectId: cast.projectA, taskId };
    expect(await offered()).toContainEqual(payload);
    await store.ports.taskRuns.offerDue(100);
    expect(await offered()).not.toContainEqual(payload);
    await owner.query("update cairn.tasks set wake_at = now() - interval '1 second' where id = $1", [taskId]);
    expect(await store.ports.taskRuns.offerDue(100)).toBeGreaterThan(0);
    expect(await offered()).toContainEqual(payload);
  });

  test('whose worker is not heard of are offered under another name than the job that it may still hold', async () => {
    const taskId = await submit();
    const jobOf = async () =>
      (await owner.query<{ job_id: string }>('select job_id from cairn.tasks where id = $1', [taskId])).rows[0]?.job_id;
    const before = await jobOf();
    expect(await store.ports.taskRuns.claim(cast.projectA, taskId)).toBeDefined();
    expect(await jobOf()).not.toBe(before);
    expect(await store.ports.taskRuns.claim(cast.projectA, taskId)).toBeUndefined();
    await owner.query("update cairn.tasks set claim_expires_at = now() - interval '1 second' where id = $1", [taskId]);
    expect(await store.ports.taskRuns.claim(cast.projectA, taskId)).toMatchObject({ idleClaims: 2 });
    const told = await owner.query<{ type: string }>('select type from cairn.task_events where task_id = $1 order by seq', [taskId]);
    expect(told.rows.map(({ type }) => type).slice(-3)).toEqual(['task.running', 'task.taken_over', 'task.running']);
  });

  test('are told by another relay within seconds when one died with the news in its hands', async () => {
    await offered();
    const taskId = await submit();
    const died = Promise.withResolvers<void>();
    const relaying = store.ports.outbox.relay(1000, () => died.promise);
    const takenFor = async () =>
      (
        await owner.query<{ ms: number }>(
          "select extract(epoch from taken_until - now())::float8 * 1000 as ms from cairn.outbox where payload->>'taskId' = $1",
          [taskId],
        )
      ).rows[0]?.ms ?? 0;
    await expect.poll(takenFor).toBeGreaterThan(0);
    expect(await takenFor()).toBeLessThan(6500);
    expect(await offered()).toEqual([]);
    await owner.query('update cairn.outbox set taken_until = now()');
    expect(await offered()).toEqual([{ projectId: cast.projectA, taskId }]);
    died.resolve();
    await relaying;
  });

  test('hold nothing of their content in clear', async () => {
    const taskId = await submit();
    const task = await store.ports.taskRuns.claim(cast.projectA, taskId);
    await store.ports.taskRuns.write(task!.claim, (work) =>
      work.step('a', { event: 'succeed', output: { said: 'plantedoutputword' }, permit: 'plantedpermitword' }),
    );
    await store.ports.tasks.schedules.create(
      cast.a,
      { goal: 'plantedschedule', plan, cron: '0 0 * * *', timeZone: 'UTC' },
      { status: 'active', nextRunAt: '2100-01-01T00:00:00.000Z' },
    );
    const tables = ['tasks', 'task_plans', 'task_steps', 'task_events', 'task_decisions', 'task_schedules'];
    const rows = await Promise.all(tables.map((name) => owner.query<{ line: string }>(`select t::text as line from cairn.${name} t`)));
    const dump = rows.flatMap((result) => result.rows.map(({ line }) => line)).join('\n');
    expect(dump).toContain(taskId);
    for (const word of ['plantedgoalword', 'plantedinputword', 'plantedoutputword', 'plantedpermitword', 'plantedschedule']) {
      expect([word, dump.includes(word), dump.includes(Buffer.from(word).toString('hex'))]).toEqual([word, false, false]);
    }
    const shown = await store.ports.tasks.tasks.plan(cast.a, taskId);
    expect(shown?.steps).toMatchObject([{ output: { said: 'plantedoutputword' }, permit: 'plantedpermitword' }]);
  });

  test('never change a plan or what was told', async () => {
    for (const table of ['task_plans', 'task_events', 'task_decisions']) {
      await expect(store.database.app.query(`update cairn.${table} set task_id = task_id`)).rejects.toThrow(/permission denied/);
      await expect(store.database.app.query(`delete from cairn.${table}`)).rejects.toThrow(/permission denied/);
    }
  });

  test('that ended long ago are cleared away with all that is theirs, and their audit stays', async () => {
    const taskId = await submit();
    const kept = await submit();
    await store.ports.tasks.tasks.cancel(cast.a, taskId);
    await owner.query("update cairn.tasks set finished_at = now() - interval '100 days' where id = $1", [taskId]);
    expect(await store.ports.taskRuns.clearEnded(90)).toBe(1);
    const left = async (id: string) => {
      const { rows } = await owner.query<{ rows: number; audited: number }>(
        `select (select count(*) from cairn.tasks where id = $1)::int + (select count(*) from cairn.task_steps where task_id = $1)::int
            + (select count(*) from cairn.task_events where task_id = $1)::int + (select count(*) from cairn.task_plans where task_id = $1)::int as rows,
          (select count(*) from cairn.audit_entries where target = $2)::int as audited`,
        [id, id],
      );
      return rows[0];
    };
    expect(await left(taskId)).toEqual({ rows: 0, audited: 2 });
    expect((await left(kept))?.rows).toBeGreaterThan(3);
  });

  test('that ended long ago stay while one below them goes on or ended since, and go with the last of them', async () => {
    const parents = [await submit('above'), await submit('between'), await submit('below')];
    const [above, between, below] = parents;
    for (const [parent, child] of [
      [above, between],
      [between, below],
    ])
      await owner.query("update cairn.tasks set parent_task = $1, parent_step = 'a' where id = $2", [parent, child]);
    const endedAgo = (id: string | undefined, days: number) =>
      owner.query("update cairn.tasks set status = 'failed', finished_at = now() - make_interval(days => $2::int) where id = $1", [
        id,
        days,
      ]);
    const left = async () => (await owner.query('select id from cairn.tasks where id = any ($1)', [parents])).rows.length;
    await endedAgo(above, 100);
    await endedAgo(between, 100);
    await store.ports.taskRuns.clearEnded(90);
    expect(await left()).toBe(3);
    await endedAgo(below, 10);
    await store.ports.taskRuns.clearEnded(90);
    expect(await left()).toBe(3);
    await endedAgo(below, 91);
    await store.ports.taskRuns.clearEnded(90);
    expect(await left()).toBe(0);
  });

  test('go with their project', async () => {
    const { directory, tasks } = store.ports;
    const project = await directory.workspaces.createProject(cast.person, cast.workspaceId, 'Short-lived');
    if (typeof project === 'string') throw new Error(project);
    const { id } = await tasks.tasks.submit({ ...cast.session, projectId: project.id }, { goal: 'x', plan, run: true });
    await directory.workspaces.deleteProject(cast.person, project.id);
    expect((await owner.query('select from cairn.task_steps where task_id = $1', [id])).rows).toEqual([]);
  });
});
