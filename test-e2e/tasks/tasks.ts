import { expect } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';

export const path = '/v1/tasks';

/** A step as a test writes it. */
export interface GivenStep {
  readonly id: string;
  readonly kind: string;
  readonly [member: string]: unknown;
}

export const save = (id: string, content: string, rest: object = {}): GivenStep => ({
  id,
  kind: 'memory.save',
  input: { content },
  ...rest,
});

export interface Given {
  readonly steps: readonly GivenStep[];
  readonly goal?: string;
  readonly run?: boolean;
  readonly parallelism?: number;
}

/** Submits a plan, which runs at once unless told otherwise; the id of the task. */
export async function submit(caller: Caller, { steps, goal = 'A goal', run = true, parallelism }: Given): Promise<string> {
  const answer = await caller.rest('POST', path, { goal, run, plan: { steps, ...(parallelism === undefined ? {} : { parallelism }) } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a suite looks into bodies whose shape is what it checks
export const shown = async (caller: Caller, id: string): Promise<any> => (await caller.rest('GET', `${path}/${id}`)).body;

const ended: readonly string[] = ['completed', 'failed', 'cancelled', 'rejected', 'expired', 'timed_out'];

/** The task once it stands in one of those states; as it is then when that takes too long. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export async function until(caller: Caller, id: string, statuses: readonly string[], timeoutMs = 20_000): Promise<any> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const task = await shown(caller, id);
    if (statuses.includes(task.status) || performance.now() > deadline) return task;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The task once it is over, which it is as expected. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export async function completed(caller: Caller, id: string): Promise<any> {
  const task = await until(caller, id, ended);
  expect([task.status, task.error]).toEqual(['completed', null]);
  return task;
}

export const post = (caller: Caller, id: string, verb: string, body?: unknown): Promise<Answer> =>
  caller.rest('POST', `${path}/${id}/${verb}`, body);

// oxlint-disable-next-line typescript/no-explicit-any -- see above
export const stepOf = (task: any, id: string): any => task.plan.steps.find((step: { id: string }) => step.id === id);

export interface Told {
  readonly id: number;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly data: any;
}

/** What a stream of events told. */
export function eventsOf(text: string): readonly Told[] {
  return text.split('\n\n').flatMap((block) => {
    const [, id, event, data] = /^id: (\d+)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
    return id === undefined || event === undefined || data === undefined ? [] : [{ id: Number(id), event, data: JSON.parse(data) }];
  });
}

/** All that happened to a task that has ended. */
export async function timeline(caller: Caller, id: string, headers: Record<string, string> = {}): Promise<readonly Told[]> {
  return eventsOf((await caller.rest('GET', `${path}/${id}/events`, undefined, headers)).text);
}
