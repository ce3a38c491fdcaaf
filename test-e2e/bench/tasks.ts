/**
 * Tasks over a gateway and one worker of their own: steps a second, and how long a task that is submitted waits for its first step, with
 * and without many tasks that wait for something else.
 *
 *     CAIRN_TEST_DATABASE_URL=… CAIRN_TEST_REDIS_URL=… node --conditions=@cairn/source test-e2e/bench/tasks.ts [--tasks=100] [--waiting=100000]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { claimServers } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import { fillWithWaiting } from './tasks/waiting-tasks.ts';

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '100' }, waiting: { type: 'string', default: '100000' } } });
const stepsOfATask = 10;

const servers = await claimServers();
const product = await startProduct({ env: { ...servers.env, CAIRN_TASK_CONCURRENCY: '8' } });
const caller = callerFor(product.baseUrl, product.account.apiKey);
const client = new pg.Client({ connectionString: servers.databaseUrl });
await client.connect();
try {
  await stepsASecond(20);
  const bare = { ...(await stepsASecond(Number(values.tasks))), ...(await firstStep(100)) };
  await fillWithWaiting(client, Number(values.waiting));
  const crowded = { ...(await stepsASecond(Number(values.tasks))), ...(await firstStep(100)) };
  process.stdout.write(`${JSON.stringify({ waiting: 0, ...bare })}\n${JSON.stringify({ waiting: Number(values.waiting), ...crowded })}\n`);
} finally {
  await client.end();
  await product.stop();
  await servers.remove();
}

function planOf(task: number, steps: number) {
  const chain = Array.from({ length: steps }, (_, i) => ({
    id: `s${i}`,
    kind: 'memory.save',
    input: { content: `task ${task} step ${i}` },
    ...(i === 0 ? {} : { depends_on: [`s${i - 1}`] }),
  }));
  return { steps: chain };
}

async function submit(by: Caller, task: number, steps: number): Promise<string> {
  const { status, body, text } = await by.rest('POST', '/v1/tasks', { goal: `task ${task}`, run: true, plan: planOf(task, steps) });
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** Chains of ten saves, all submitted first: from the first event of a step to the last. */
async function stepsASecond(tasks: number): Promise<{ readonly steps_per_second: number; readonly us_per_step: number }> {
  const ids: string[] = [];
  for (let task = 0; task < tasks; task += 1) ids.push(await submit(caller, task, stepsOfATask));
  for (;;) {
    const { rows } = await client.query<{ live: number }>(
      'select count(*)::int as live from cairn.tasks where id = any ($1) and finished_at is null',
      [ids],
    );
    if (rows[0]?.live === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rows } = await client.query<{ seconds: number }>(
    `select extract(epoch from max(at) - min(at))::float8 as seconds from cairn.task_events where task_id = any ($1) and type in ('step.succeeded', 'task.running')`,
    [ids],
  );
  const perSecond = (tasks * stepsOfATask) / (rows[0]?.seconds ?? 1);
  return { steps_per_second: Math.round(perSecond), us_per_step: Math.round(1e6 / perSecond) };
}

/** One task at a time: from the request to the end of its first step, by the database's clock. */
async function firstStep(tasks: number): Promise<{ readonly first_step_p50_ms: number; readonly first_step_p99_ms: number }> {
  const ids: string[] = [];
  for (let task = 0; task < tasks; task += 1) {
    ids.push(await submit(caller, task, 1));
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { rows } = await client.query<{ ms: number }>(
    `select (extract(epoch from min(e.at) - t.created_at) * 1000)::float8 as ms from cairn.tasks t
      join cairn.task_events e on e.project_id = t.project_id and e.task_id = t.id and e.type = 'step.succeeded'
      where t.id = any ($1) group by t.id, t.created_at order by 1`,
    [ids],
  );
  const at = (share: number): number => Math.round((rows[Math.floor((rows.length - 1) * share)]?.ms ?? 0) * 10) / 10;
  return { first_step_p50_ms: at(0.5), first_step_p99_ms: at(0.99) };
}
