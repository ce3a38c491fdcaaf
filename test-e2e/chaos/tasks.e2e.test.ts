// Needs a startPostgres and a startRedis of its own.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../tasks/tasks.ts';
import { createScene } from './scene.ts';
import type { Scene } from './scene.ts';

const tasks = 40;
const saves = 8;
/** Of a second each, so that later troubles hit the tasks of earlier bursts too. */
const waits = 2;

let scene: Scene;
beforeAll(async () => {
  scene = await createScene(2);
});
afterAll(() => scene.remove());

/** Saves one after another with two waits between them. */
function planOf(task: number) {
  const ids = Array.from({ length: saves + waits }, (_, i) => `s${i}`);
  return {
    steps: ids.map((id, i) => ({
      id,
      ...(i === 5 || i === 9
        ? { kind: 'wait', input: { seconds: 1 } }
        : { kind: 'memory.save', input: { content: `task ${task} step ${i}` } }),
      ...(i === 0 ? {} : { depends_on: [`s${i - 1}`] }),
    })),
  };
}

let submitted = 0;

/** Some tasks at once, which are in their middle for a moment. */
async function burst(ids: string[], size: number): Promise<void> {
  const from = submitted;
  submitted += size;
  const answers = await Promise.all(
    Array.from({ length: size }, (_, i) =>
      scene.caller.rest('POST', '/v1/tasks', { goal: `task ${from + i}`, run: true, plan: planOf(from + i) }),
    ),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(201);
    ids.push(body.id);
  }
}

/** Workers die, Redis forgets and goes, Postgres crashes, each right behind tasks that have just begun. */
async function makeTrouble(): Promise<readonly string[]> {
  const ids: string[] = [];
  const kill = () => scene.killWorker();
  const troubles = [
    kill,
    () => scene.flushRedis(),
    kill,
    () => scene.restartRedis(),
    kill,
    () => scene.restartPostgres(),
    kill,
    kill,
    kill,
  ];
  const kills = troubles.filter((trouble) => trouble === kill).length;
  let left = kills;
  for (const trouble of troubles) {
    // A worker is killed while it is at the first steps of a burst; the others hit what waits, and what the dead left.
    if (trouble === kill) {
      left -= 1;
      await burst(ids, left === 0 ? tasks - submitted : Math.floor(tasks / kills));
    }
    await trouble();
    // Until the workers are up again, and the gateway answers.
    await sleep(1500);
    await expect
      .poll(async () => (await scene.caller.rest('GET', '/v1/tasks?limit=1').catch(() => ({ status: 0 }))).status, { timeout: 15_000 })
      .toBe(200);
  }
  return ids;
}

async function untilAllEnded(ids: readonly string[]): Promise<Map<string, string>> {
  const deadline = performance.now() + 60_000;
  const ended = new Map<string, string>();
  while (ended.size < ids.length && performance.now() < deadline) {
    for (const id of ids.filter((one) => !ended.has(one))) {
      const { status, body } = await scene.caller.rest('GET', `/v1/tasks/${id}`).catch(() => ({ status: 0, body: undefined }));
      if (status === 200 && body.finished_at !== null) ended.set(id, body.status);
    }
    await sleep(300);
  }
  return ended;
}

test('every task comes to its end, each effect happens once, and nothing of what happened is lost', async () => {
  const ids = await makeTrouble();
  const ended = await untilAllEnded(ids);
  expect(ids.map((id) => ended.get(id) ?? 'still going')).toEqual(ids.map(() => 'completed'));

  const client = new pg.Client({ connectionString: scene.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ memories: number; audited: number; targets: number }>(`select
    (select count(*)::int from cairn.memories) as memories,
    (select count(*)::int from cairn.audit_entries where action = 'memory.save') as audited,
    (select count(distinct target)::int from cairn.audit_entries where action = 'memory.save') as targets`);
  await client.end();
  expect(rows[0]).toEqual({ memories: tasks * saves, audited: tasks * saves, targets: tasks * saves });
  const contents: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await scene.caller.rest('GET', `/v1/memories?limit=200${cursor}`);
    contents.push(...body.data.map(({ content }: { content: string }) => content));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(new Set(contents).size).toBe(contents.length);

  let runs = 0;
  for (const id of ids) {
    const told = eventsOf((await scene.caller.rest('GET', `/v1/tasks/${id}/events`)).text);
    expect(told.map(({ id: seq }) => seq)).toEqual(told.map((_, i) => i + 1));
    expect(told.filter(({ event }) => event === 'step.succeeded')).toHaveLength(saves + waits);
    runs += told.filter(({ event }) => event === 'task.running').length;
  }
  // Each wait ends one run of a task; more runs than that are tasks that were taken over in their middle.
  expect(runs).toBeGreaterThan(tasks * (waits + 1));
}, 110_000);
