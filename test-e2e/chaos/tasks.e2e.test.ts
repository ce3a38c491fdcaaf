// Needs a startPostgres and a startRedis of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../tasks/tasks.ts';
import { createHands } from './hands.ts';
import type { Hands } from './hands.ts';
import { createScene } from './scene.ts';
import type { Scene } from './scene.ts';

const kills = 20;
const tasksEach = 10;
const tasks = kills * tasksEach;
const steps = 10;
const actionAt = 3;
const waitAt = 5;
const saves = steps - 2;
const verifier = fileURLToPath(new URL('../../packages/audit/bin/cairn-audit-verify.mjs', import.meta.url));

let scene: Scene;
let hands: Hands;
beforeAll(async () => {
  scene = await createScene(2);
  hands = createHands(scene.caller);
});
afterAll(async () => {
  await hands.rest();
  await scene.remove();
});

const commandOf = (task: number): string => `ls task-${task}`;

/** Saves one after another; among them something that is done elsewhere, and a wait. */
function planOf(task: number) {
  const kindOf = (i: number) => {
    if (i === waitAt) return { kind: 'wait', input: { seconds: 1 } };
    const action = { kind: 'shell.exec', command: commandOf(task), cwd: '/repo', workspace_root: '/repo' };
    if (i === actionAt) return { kind: 'action', input: { action } };
    return { kind: 'memory.save', input: { content: `task ${task} step ${i}` } };
  };
  return { steps: Array.from({ length: steps }, (_, i) => ({ id: `s${i}`, ...kindOf(i), ...(i > 0 && { depends_on: [`s${i - 1}`] }) })) };
}

/** Some tasks at once. */
async function burst(from: number): Promise<readonly string[]> {
  const answers = await Promise.all(
    Array.from({ length: tasksEach }, (_, i) =>
      scene.caller.rest('POST', '/v1/tasks', { goal: `task ${from + i}`, run: true, plan: planOf(from + i) }),
    ),
  );
  return answers.map(({ status, body }) => {
    expect(status).toBe(201);
    return body.id;
  });
}

/** Behind the so-manieth kill. */
const further: ReadonlyMap<number, () => Promise<void>> = new Map([
  [5, () => scene.flushRedis()],
  [10, () => scene.restartRedis()],
  [15, () => scene.restartPostgres()],
]);

/** Workers die at random moments right behind tasks that have begun, Redis forgets and goes, Postgres crashes. */
async function makeTrouble(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    ids.push(...(await burst(ids.length)));
    await sleep(Math.random() * 400);
    await scene.killWorker(Math.random());
    await further.get(kill)?.();
    await expect
      .poll(async () => (await scene.caller.rest('GET', '/v1/tasks?limit=1').catch(() => ({ status: 0 }))).status, { timeout: 15_000 })
      .toBe(200);
  }
  return ids;
}

/** Tells how those stand that have not, should they take too long. */
async function untilAllEnded(): Promise<void> {
  const live = () => scene.query('select status, done, held_back, wake_at - now() as wakes_in from cairn.tasks where finished_at is null');
  await expect.poll(live, { timeout: 100_000, interval: 250 }).toEqual([]);
}

async function contentsOfMemories(): Promise<readonly string[]> {
  const contents: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await scene.caller.rest('GET', `/v1/memories?limit=200${cursor}`);
    contents.push(...body.data.map(({ content }: { content: string }) => content));
    if (body.next_cursor === null) return contents;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

/** What the offline verifier says of an export, by its exit code. */
async function verifiedOffline(): Promise<number> {
  const [exported, key] = await Promise.all([scene.caller.rest('GET', '/v1/audit/export'), scene.caller.rest('GET', '/v1/audit/key')]);
  const child = spawn(process.execPath, [verifier, '-', '--key', key.body.public_key], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(exported.text);
  const [code] = await once(child, 'close');
  return code as number;
}

test('every task comes to its end, each effect happens once, and nothing of what happened is lost', async () => {
  const ids = await makeTrouble();
  await untilAllEnded();

  // At the receiving ends: what is remembered, what was done elsewhere, what the audit says.
  const expected = ids.flatMap((_, task) =>
    Array.from({ length: steps }, (__, i) => (i === actionAt || i === waitAt ? [] : [`task ${task} step ${i}`])).flat(),
  );
  expect((await contentsOfMemories()).toSorted()).toEqual(expected.toSorted());
  expect(hands.done).toEqual(new Map(ids.map((_, task) => [commandOf(task), 1])));
  const [counts] = await scene.query(`select
    (select count(*)::int from cairn.audit_entries where action = 'memory.save') as audited,
    (select count(distinct target)::int from cairn.audit_entries where action = 'memory.save') as targets,
    (select count(*)::int from cairn.audit_entries where action = 'task.submit' and outcome = 'done') as submitted,
    (select sum(live)::int from cairn.task_totals) as live`);
  expect(counts).toEqual({ audited: tasks * saves, targets: tasks * saves, submitted: tasks, live: 0 });

  let runs = 0;
  for (const id of ids) {
    const told = eventsOf((await scene.caller.rest('GET', `/v1/tasks/${id}/events`)).text);
    expect(told.map(({ id: seq }) => seq)).toEqual(told.map((_, i) => i + 1));
    expect(told.at(-1)?.event).toBe('task.completed');
    expect(told.filter(({ event }) => event === 'step.succeeded')).toHaveLength(steps);
    runs += told.filter(({ event }) => event === 'task.running').length;
  }
  // The action and the wait each end one run of a task; more runs than that are tasks that were taken over in their middle.
  expect(runs).toBeGreaterThan(tasks * 3);

  expect((await scene.caller.rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });
  expect(await verifiedOffline()).toBe(0);
}, 230_000);
