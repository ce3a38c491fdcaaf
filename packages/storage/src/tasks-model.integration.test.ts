/* oxlint-disable vitest/no-standalone-expect -- fast-check runs the commands within the test */
import { defaultTaskLimits } from '@cairn/core';
import type { Actor } from '@cairn/core';
import { ClaimLost, isFinal, nextStepStatus, nextTaskStatus } from '@cairn/orchestration';
import type { ClaimedTask, StepEvent, StepStatus, TaskEvent, TaskRepository, TaskStatus } from '@cairn/orchestration';
import { createCast, type Cast } from '@cairn/test-kit';
import { assert, asyncModelRun, asyncProperty, commands, constant, constantFrom, record, type AsyncCommand } from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const plan = {
  steps: [
    { id: 'a', kind: 'memory.save' as const, input: { content: 'a' } },
    { id: 'w', kind: 'wait' as const, input: { event: 'x' }, depends_on: ['a'] },
    { id: 'b', kind: 'memory.save' as const, input: { content: 'b' }, depends_on: ['w'] },
  ],
};
const workers = ['one', 'two'] as const;
type Worker = (typeof workers)[number];
type Verb = 'run' | 'pause' | 'resume' | 'cancel' | 'retry';

/** One task and two workers at it; nothing is modelled but who may write. */
interface Scene {
  readonly store: TestStore;
  readonly actor: Actor;
  readonly id: string;
  readonly held: Map<Worker, ClaimedTask>;
}
interface Model {
  /** The worker whose claim is the newest. */
  holder: Worker | undefined;
}

const statusOf = async ({ store, actor, id }: Scene): Promise<TaskStatus> =>
  (await store.ports.tasks.tasks.get(actor, id))?.status ?? 'submitted';

class Ask implements AsyncCommand<Model, Scene> {
  readonly #verb: Verb;
  constructor(verb: Verb) {
    this.#verb = verb;
  }
  check = (): boolean => true;
  async run(model: Model, scene: Scene): Promise<void> {
    const before = await statusOf(scene);
    const tasks: TaskRepository = scene.store.ports.tasks.tasks;
    const isPausing = (await tasks.get(scene.actor, scene.id))?.isPausing;
    const { outcome } = await tasks[this.#verb](scene.actor, scene.id);
    const events: Readonly<Record<Verb, TaskEvent>> = {
      run: 'execute',
      pause: 'pause',
      resume: 'resume',
      cancel: 'cancel',
      retry: 'retry',
    };
    const isPossible = nextTaskStatus(before, events[this.#verb]) !== undefined;
    // Asking twice for a pause or an end is no fault; a pause that has not come yet can be taken back.
    const isRepeat =
      (this.#verb === 'pause' && before === 'paused') || (this.#verb === 'cancel' && (before === 'cancelling' || before === 'cancelled'));
    const takesBack = this.#verb === 'resume' && isPausing === true;
    if (!takesBack) expect([this.#verb, before, outcome]).toEqual([this.#verb, before, isPossible || isRepeat ? 'done' : 'conflict']);
    if (!isWorkedOn(await statusOf(scene))) model.holder = undefined;
  }
  toString = (): string => this.#verb;
}

const isWorkedOn = (status: TaskStatus): boolean => status === 'running' || status === 'cancelling' || status === 'planning';

class Claim implements AsyncCommand<Model, Scene> {
  readonly #worker: Worker;
  readonly #isLapsed: boolean;
  constructor({ worker, isLapsed }: { worker: Worker; isLapsed: boolean }) {
    this.#worker = worker;
    this.#isLapsed = isLapsed;
  }
  check = (): boolean => true;
  async run(model: Model, scene: Scene): Promise<void> {
    if (this.#isLapsed) await lapse(scene);
    const before = await statusOf(scene);
    const task = await scene.store.ports.taskRuns.claim(scene.actor.projectId, scene.id);
    if (model.holder !== undefined && !this.#isLapsed) expect(task).toBeUndefined();
    if (isFinal(before) || before === 'planned' || before === 'paused') expect(task).toBeUndefined();
    if (task === undefined) return;
    scene.held.set(this.#worker, task);
    model.holder = this.#worker;
  }
  toString = (): string => `claim by ${this.#worker}${this.#isLapsed ? ' after the lease' : ''}`;
}

/** As if the worker had not been heard of for too long. */
async function lapse({ store, actor, id }: Scene): Promise<void> {
  await inProject(store, actor, (client) =>
    client.query("update cairn.tasks set claim_expires_at = now() - interval '1 second' where project_id = $1 and id = $2", [
      actor.projectId,
      id,
    ]),
  );
}

async function inProject<Result>(store: TestStore, { projectId }: Actor, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await store.database.app.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('cairn.project_id', $1, true)", [projectId]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

class Write implements AsyncCommand<Model, Scene> {
  readonly #worker: Worker;
  readonly #what: 'next' | 'settle' | 'release';
  constructor({ worker, what }: { worker: Worker; what: 'next' | 'settle' | 'release' }) {
    this.#worker = worker;
    this.#what = what;
  }
  check = (): boolean => true;
  async run(model: Model, scene: Scene): Promise<void> {
    const task = scene.held.get(this.#worker);
    if (task === undefined) return;
    const { taskRuns } = scene.store.ports;
    const writing =
      this.#what === 'release'
        ? taskRuns.release(task.claim)
        : taskRuns.write(task.claim, async (work) => {
            const steps = await work.steps();
            if (work.control.status === 'cancelling') return this.#what === 'settle' ? work.task('finish_cancel') : undefined;
            const next = steps.find(
              ({ status, dependsOn }) =>
                status === 'pending' && dependsOn.every((one) => steps.some(({ id, status: s }) => id === one && s === 'succeeded')),
            );
            if (this.#what === 'settle') {
              if (steps.every(({ status }) => status === 'succeeded')) return work.task('end_completed');
              return work.control.isPausing ? work.task('pause') : work.task('wait_waiting_event');
            }
            if (next === undefined) return;
            if (next.kind === 'wait') return work.step(next.id, { event: 'start' });
            await work.stores.memories.save(scene.actor, { content: `${scene.id} ${next.id}` });
            await work.step(next.id, { event: 'succeed', output: {} });
          });
    if (model.holder !== this.#worker) {
      await expect(writing).rejects.toBeInstanceOf(ClaimLost);
      return;
    }
    await writing;
    if (this.#what === 'release' || !isWorkedOn(await statusOf(scene))) model.holder = undefined;
  }
  toString = (): string => `${this.#what} by ${this.#worker}`;
}

class Report implements AsyncCommand<Model, Scene> {
  check = (): boolean => true;
  async run(_: Model, scene: Scene): Promise<void> {
    const { outcome } = await scene.store.ports.tasks.tasks.report(scene.actor, scene.id, 'w', { status: 'succeeded', output: { n: 1 } });
    if (isFinal(await statusOf(scene))) expect(outcome).toBe('conflict');
  }
  toString = (): string => 'report the event';
}

/** What is told of a task beside its moves. */
const noMoves: ReadonlySet<string> = new Set(['submitted', 'pausing', 'resumed', 'taken_over']);

/** What was told of the task: every move legal, nothing left out, each effect as often as it was told. */
async function holdToTheLaw({ store, actor, id }: Scene): Promise<void> {
  const told = await store.ports.tasks.tasks.events(actor, id, 0, 1000);
  expect(told.map(({ seq }) => seq)).toEqual(told.map((_, i) => i + 1));
  let status: TaskStatus = 'submitted';
  const steps = new Map<string, StepStatus>();
  for (const { type, stepId } of told) {
    const [what, name] = type.split('.');
    if (what === 'task' && name !== undefined && !noMoves.has(name)) {
      const next = name as TaskStatus;
      expect([status, next, taskEvents.some((event) => nextTaskStatus(status, event) === next)]).toEqual([status, next, true]);
      if (status !== 'running' && next === 'queued' && isFinal(status))
        for (const [step, s] of steps) if (s !== 'succeeded') steps.set(step, 'pending');
      status = next;
    }
    if (what === 'step' && stepId !== null && name !== 'event_kept') {
      const before = steps.get(stepId) ?? 'pending';
      const next = name as StepStatus;
      expect([stepId, before, next, stepEvents.some((event) => nextStepStatus(before, event) === next)]).toEqual([
        stepId,
        before,
        next,
        true,
      ]);
      steps.set(stepId, next);
    }
  }
  expect(await statusOf({ store, actor, id } as Scene)).toBe(status);
  const memories = await store.ports.stores.memories.walk(actor, { limit: 200 });
  for (const step of ['a', 'b']) {
    const effects = memories.filter(({ content }) => content === `${id} ${step}`).length;
    expect([step, effects]).toEqual([step, told.filter(({ type, stepId }) => type === 'step.succeeded' && stepId === step).length]);
    expect(effects).toBeLessThanOrEqual(1);
  }
}

const waits = ['approval', 'input', 'auth', 'event', 'child'].map((what) => `wait_waiting_${what}` as TaskEvent);
const taskEvents: readonly TaskEvent[] = [
  ...([
    'plan_request',
    'plan_ready',
    'execute',
    'schedule',
    'due',
    'claim',
    'wake',
    'let_go',
    'pause',
    'resume',
    'retry',
    'cancel',
    'finish_cancel',
  ] as const),
  ...(['end_completed', 'end_failed', 'end_rejected', 'end_expired', 'end_timed_out', 'wait_retry_backoff'] as const),
  ...waits,
];
const stepEvents: readonly StepEvent[] = [
  'evaluate',
  'ask',
  'permit',
  'deny',
  'expire',
  'start',
  'succeed',
  'fail',
  'lose',
  'retry',
  'skip',
  'compensate',
];

const anyWorker = constantFrom(...workers);
const anyWrite = record({
  worker: anyWorker,
  what: constantFrom('next' as const, 'next' as const, 'next' as const, 'settle' as const, 'release' as const),
});
const anyClaim = record({ worker: anyWorker, isLapsed: constantFrom(false, true) });
// Claims and writes come more often than what people ask, so that a run gets somewhere.
const anyCommands = commands(
  [
    constantFrom<Verb>('run', 'pause', 'resume', 'cancel', 'retry').map((verb) => new Ask(verb)),
    ...Array.from({ length: 3 }, () => anyClaim.map((given) => new Claim(given))),
    ...Array.from({ length: 5 }, () => anyWrite.map((given) => new Write(given))),
    constant(0).map(() => new Report()),
  ],
  { maxCommands: 40, size: 'max' },
);

describe.each(backends)('tasks on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  beforeAll(async () => {
    // What an earlier run left claimed holds nobody back.
    const { free, premium } = defaultTaskLimits;
    store = await openStore(backend, { taskLimits: { free: { ...free, running: 10_000 }, premium } });
    cast = await createCast(store.ports);
  });
  afterAll(() => store.close());

  test('make no move that their states do not know and no effect twice, whatever people and workers do in whatever order', async () => {
    await assert(
      asyncProperty(anyCommands, async (given) => {
        const { id } = await store.ports.tasks.tasks.submit(cast.a, { goal: 'g', plan, run: true });
        const scene: Scene = { store, actor: cast.a, id, held: new Map() };
        await asyncModelRun(() => ({ model: { holder: undefined }, real: scene }), given);
        await holdToTheLaw(scene);
      }),
      { numRuns: 60, endOnFailure: true },
    );
    // What is counted of live tasks is what there is of them.
    const { rows } = await inProject(store, cast.a, (client) =>
      client.query<{ counted: number; live: number }>(`select (select sum(live)::int from cairn.task_totals) as counted,
        (select count(*)::int from cairn.tasks where finished_at is null) as live`),
    );
    expect(rows[0]?.counted).toBe(rows[0]?.live);
  });
});
