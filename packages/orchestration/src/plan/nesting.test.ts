import { describe, expect, it } from 'vitest';
import { nestingFaults, unplannedFaults } from './nesting.ts';
import { planSchema } from './plan.ts';

const leaf = { steps: [{ id: 'rest', kind: 'wait', input: { seconds: 0 } }] };
const starts = (goal: string, plan: object = leaf) => ({
  steps: [
    { id: 'first', kind: 'wait', input: { seconds: 0 } },
    { id: 'sub', kind: 'task', input: { goal, plan } },
  ],
});
/** Tasks under one that is submitted. */
const chain = (below: number): object =>
  Array.from({ length: below }, (_, at) => `goal ${at}`).reduce<object>((plan, goal) => starts(goal, plan), leaf);
const told = (plan: object, goal?: string, depth = 1) =>
  nestingFaults(plan, { goal, depth }).map(({ path, message }) => `${path.join('.')} ${message}`);

describe('a plan with plans in it', () => {
  it('is taken as deep as tasks go, and refused one deeper by the path of the step', () => {
    expect(told(chain(3))).toEqual([]);
    expect(told(chain(4))).toEqual([
      'steps.1.input.plan.steps.1.input.plan.steps.1.input.plan.steps.1 starts a task below 4 others; tasks go 4 deep at most',
    ]);
    expect(told(chain(2), undefined, 3)).toEqual(['steps.1.input.plan.steps.1 starts a task below 4 others; tasks go 4 deep at most']);
    expect(planSchema.safeParse(chain(3)).success).toBe(true);
    expect(planSchema.safeParse(chain(4)).error?.issues).toMatchObject([{ message: expect.stringContaining('tasks go 4 deep at most') }]);
  });

  it('is refused where one has the goal of another above it, however that is written', () => {
    expect(told(starts('A', starts(' b\n', starts('B'))))).toEqual([
      'steps.1.input.plan.steps.1.input.plan.steps.1.input.goal is the goal of a task above it, which would start itself without end',
    ]);
    expect(told(starts(' Top  goal'), 'top goal')).toHaveLength(1);
    expect(told(starts('{{task.goal}}'), 'top goal')).toHaveLength(1);
    expect(told(starts('A', starts('{{ task.goal }}')), 'top goal')).toHaveLength(1);
    expect(told({ steps: [...starts('A').steps, ...starts('A').steps] }, 'top goal')).toEqual([]);
  });

  it('is taken where it is not known before it runs', () => {
    expect(told(starts('{{steps.first.output.text}}', starts('{{steps.first.output.text}}')), 'top goal')).toEqual([]);
    expect(told(starts('A', starts('{{task.goal}}')))).toEqual([]);
    for (const plan of ['{{steps.first.output.plan}}', null, { steps: 'none' }, { steps: [null, 7, { kind: 'task' }] }]) {
      const step = { id: 'sub', kind: 'task', input: { goal: 'A', plan } };
      expect(told({ steps: [step] })).toEqual([]);
    }
  });
});

describe('a plan of a model, of a task below another one', () => {
  const faults = (plan: object) => unplannedFaults(plan).map(({ path }) => path.join('.'));

  it('may start tasks with plans of their own, and none that a model would have to plan', () => {
    expect(faults(chain(2))).toEqual([]);
    expect(faults({ steps: [{ id: 'sub', kind: 'task', input: { goal: 'A' } }] })).toEqual(['steps.0.input.plan']);
    expect(faults({ steps: [{ id: 'sub', kind: 'task', input: { goal: 'A', plan: '{{steps.first.output.plan}}' } }] })).toHaveLength(1);
    const inner = { steps: [{ id: 'sub', kind: 'task', input: { goal: 'B' } }] };
    expect(faults(starts('A', inner))).toEqual(['steps.1.input.plan.steps.0.input.plan']);
  });
});
