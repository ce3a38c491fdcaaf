// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remembered } from '../memories/remembered.ts';
import { ended, launch, ready, runToEnd } from '../oauth/services.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { claimServers } from '../product/stage.ts';
import { newAccount } from '../product/start-product.ts';
import { completed, save, stepOf, submit } from '../tasks/tasks.ts';

const hourMs = 3_600_000;
let caller: Caller;
let remove: () => Promise<void>;

/** For `NODE_OPTIONS`: the process takes it to be so much later than it is. */
const later = (ms: number): string => {
  const code = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + ${ms}) : super(...given); }
    static now() { return Real.now() + ${ms}; } };`;
  return `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
};

beforeAll(async () => {
  const servers = await claimServers();
  const account = newAccount();
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const baseUrl = urls[0] ?? '';
  const env = { ...servers.env, CAIRN_BASE_URL: baseUrl, CAIRN_RATE_LIMIT_FREE: '1000000', CAIRN_EMBEDDING_MODEL: 'none' };
  await runToEnd('apps/standalone/src/migrate.ts', {
    ...env,
    CAIRN_BOOTSTRAP_EMAIL: account.email,
    CAIRN_BOOTSTRAP_PASSWORD: account.password,
    CAIRN_BOOTSTRAP_API_KEY: account.apiKey,
  });
  const processes: readonly ChildProcess[] = [
    launch('apps/gateway/src/main.ts', { ...env, PORT: String(ports[0]) }),
    ...[hourMs, -hourMs].map((ms, at) =>
      launch('apps/worker/src/main.ts', { ...env, PORT: String(ports[at + 1]), NODE_OPTIONS: later(ms) }),
    ),
  ];
  await Promise.all(urls.map(ready));
  caller = callerFor(baseUrl, account.apiKey);
  remove = async () => {
    await Promise.all(processes.map(ended));
    await servers.remove();
  };
});
afterAll(() => remove());

test('workers whose clocks are an hour apart and an hour wrong keep time by the database and do nothing twice', async () => {
  const until = new Date(Date.now() + 4000).toISOString();
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, task) =>
      submit(caller, {
        goal: `task ${task}`,
        steps: [
          save('a', `task ${task} before`),
          { id: 'some', kind: 'wait', input: { seconds: 1 }, depends_on: ['a'] },
          { id: 'until', kind: 'wait', input: { until }, depends_on: ['some'] },
          save('b', `task ${task} after`, { depends_on: ['until'] }),
        ],
      }),
    ),
  );
  for (const id of ids) {
    const task = await completed(caller, id);
    const { started_at: began, finished_at: ended_at } = stepOf(task, 'some');
    expect(Date.parse(ended_at) - Date.parse(began)).toBeGreaterThanOrEqual(999);
    expect(stepOf(task, 'b').finished_at >= until).toBe(true);
    // Nobody waits for an hour that passes in a wrong clock alone.
    expect(Date.parse(task.finished_at) - Date.parse(task.created_at)).toBeLessThan(60_000);
  }
  const contents = (await remembered(caller)).map(({ content }) => content);
  expect(contents.toSorted()).toEqual(ids.flatMap((_, task) => [`task ${task} after`, `task ${task} before`]).toSorted());
}, 90_000);
