/**
 * Tasks over a gateway and workers of their own: steps a second for each worker, and how long a task that is submitted waits for its first
 * step, with and without many tasks that wait for something else.
 *
 *     CAIRN_TEST_DATABASE_URL=… CAIRN_TEST_REDIS_URL=… node --conditions=@cairn/source test-e2e/bench/tasks.ts [--tasks=100] [--waiting=100000]
 */
import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ended, launch, ready, runToEnd } from '../oauth/services.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { claimServers } from '../product/stage.ts';
import { newAccount } from '../product/start-product.ts';
import { fillWithWaiting } from './tasks/waiting-tasks.ts';

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '100' }, waiting: { type: 'string', default: '100000' } } });
const stepsOfATask = 10;
const singleTasks = Math.min(Number(values.tasks), 100);

const servers = await claimServers();
const account = newAccount();
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const env = {
  ...servers.env,
  CAIRN_BASE_URL: baseUrl,
  CAIRN_EMBEDDING_MODEL: 'none',
  CAIRN_RATE_LIMIT_FREE: '1000000',
  CAIRN_TASK_CONCURRENCY: '8',
  CAIRN_TASKS_RUNNING_FREE: '1000',
  CAIRN_TASKS_LIVE_FREE: '1000000',
};
await runToEnd('apps/standalone/src/migrate.ts', {
  ...env,
  CAIRN_BOOTSTRAP_EMAIL: account.email,
  CAIRN_BOOTSTRAP_PASSWORD: account.password,
  CAIRN_BOOTSTRAP_API_KEY: account.apiKey,
});
const processes: ChildProcess[] = [];
const start = async (script: string, at: number): Promise<void> => {
  processes.push(launch(script, { ...env, PORT: String(at), CAIRN_LOG_LEVEL: 'warn' }));
  await ready(`http://127.0.0.1:${at}`);
};
const startWorker = async (): Promise<void> => start('apps/worker/src/main.ts', await freePort());

const caller = callerFor(baseUrl, account.apiKey);
const client = new pg.Client({ connectionString: servers.databaseUrl });
await client.connect();
try {
  await start('apps/gateway/src/main.ts', port);
  await startWorker();
  await stepsASecond(20, 1);
  await tell(1, 0);
  await fillWithWaiting(client, Number(values.waiting));
  await tell(1, Number(values.waiting));
  await startWorker();
  await stepsASecond(20, 2);
  await tell(2, Number(values.waiting));
} finally {
  await client.end();
  await Promise.all(processes.map((child) => ended(child)));
  await servers.remove();
}

async function tell(workers: number, waiting: number): Promise<void> {
  const measured = { ...(await stepsASecond(Number(values.tasks), workers)), ...(await firstStep(singleTasks)) };
  process.stdout.write(`${JSON.stringify({ workers, waiting, ...measured })}\n`);
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
async function stepsASecond(
  tasks: number,
  workers: number,
): Promise<{ readonly steps_per_second: number; readonly steps_per_second_and_worker: number }> {
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
  return { steps_per_second: Math.round(perSecond), steps_per_second_and_worker: Math.round(perSecond / workers) };
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
