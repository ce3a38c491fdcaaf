import { inputWords } from './input-words.ts';
import { nestingFaults } from './nesting.ts';
import { planBounds } from './plan-bounds.ts';
import type { PlanFault } from './plan-fault.ts';
import type { Plan, PlanStep } from './plan-shape.ts';
import { brokenReference, referencesIn } from './references.ts';
import { stepInputs } from './step-inputs.ts';

/** So many are told at once. */
const maxFaults = 20;

/** What keeps a plan of the right form from being carried out; nothing: it can be. */
export function planFaults(plan: Plan): readonly PlanFault[] {
  const { steps } = plan;
  const size = sizeFault(plan);
  if (size !== undefined) return [{ path: ['steps'], message: size }];
  const places = new Map(steps.map(({ id }, at) => [id, at]));
  const graph = [...repeated(steps), ...unknown(steps, places)];
  if (graph.length > 0) return graph.slice(0, maxFaults);
  const circle = circleOf(steps, places);
  if (circle !== undefined) return [{ path: ['steps'], message: `go in a circle: ${circle.join(' → ')}` }];
  const isEarlier = earlierSteps(steps, places);
  const inputs = steps.flatMap((step, at) =>
    inputFaults(step, isEarlier).map(({ path, message }) => ({ path: ['steps', at, ...path], message })),
  );
  return [...inputs, ...nestingFaults(plan, { goal: undefined, depth: 1 })].slice(0, maxFaults);
}

function sizeFault(plan: Plan): string | undefined {
  const { maxSteps, maxPlanBytes } = planBounds;
  const { length } = plan.steps;
  if (length === 0) return 'must hold a step at least';
  if (length > maxSteps) return `are ${length} and the limit is ${maxSteps}; split the work into tasks of its own`;
  const bytes = Buffer.byteLength(JSON.stringify(plan));
  return bytes > maxPlanBytes ? `have ${bytes} bytes as JSON and the limit is ${maxPlanBytes}; shorten the inputs` : undefined;
}

function repeated(steps: readonly PlanStep[]): readonly PlanFault[] {
  const seen = new Set<string>();
  return steps.flatMap(({ id }, at) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: ['steps', at, 'id'], message: `"${id}" names another step already` }];
  });
}

function unknown(steps: readonly PlanStep[], places: ReadonlyMap<string, number>): readonly PlanFault[] {
  return steps.flatMap((step, at) =>
    (step.depends_on ?? []).flatMap((id, i) =>
      places.has(id) ? [] : [{ path: ['steps', at, 'depends_on', i], message: `"${id}" is no step of this plan` }],
    ),
  );
}

/** The steps of one circle, the first one again at the end. */
function circleOf(steps: readonly PlanStep[], places: ReadonlyMap<string, number>): readonly string[] | undefined {
  const left = remaining(steps, places);
  const start = left.values().next().value;
  if (start === undefined) return undefined;
  // Each step that is left depends on one that is left, so this comes back to one that it has seen.
  const walked: string[] = [];
  let id = start;
  while (!walked.includes(id)) {
    walked.push(id);
    id = steps[places.get(id) ?? 0]?.depends_on?.find((one) => left.has(one)) ?? id;
  }
  return [...walked.slice(walked.indexOf(id)), id];
}

/** Steps that never could start. */
function remaining(steps: readonly PlanStep[], places: ReadonlyMap<string, number>): ReadonlySet<string> {
  const order = orderOf(steps, places);
  const startable = new Set(order.map((at) => steps[at]?.id));
  return new Set(steps.map(({ id }) => id).filter((id) => !startable.has(id)));
}

/** Places of steps so that each comes after all that it depends on; steps of a circle are left out. */
function orderOf(steps: readonly PlanStep[], places: ReadonlyMap<string, number>): readonly number[] {
  const missing = steps.map((step) => new Set(step.depends_on).size);
  const followers = steps.map((): number[] => []);
  steps.forEach((step, at) => {
    for (const id of new Set(step.depends_on)) followers[places.get(id) ?? 0]?.push(at);
  });
  const order = missing.flatMap((count, at) => (count === 0 ? [at] : []));
  for (const at of order) {
    for (const follower of followers[at] ?? []) {
      const left = (missing[follower] ?? 0) - 1;
      missing[follower] = left;
      if (left === 0) order.push(follower);
    }
  }
  return order;
}

/** Whether the step of that id is surely done when another one starts. */
type Earlier = (id: string, step: PlanStep) => boolean;

/** For each step a bit per step that it comes after: as sets of ids they would be as many as all pairs of steps, for each dependency. */
function earlierSteps(steps: readonly PlanStep[], places: ReadonlyMap<string, number>): Earlier {
  const before = steps.map(() => 0n);
  for (const at of orderOf(steps, places)) {
    let mask = 0n;
    for (const id of steps[at]?.depends_on ?? []) {
      const place = places.get(id) ?? 0;
      mask |= (before[place] ?? 0n) | (1n << BigInt(place));
    }
    before[at] = mask;
  }
  return (id, step) => {
    const [place, at] = [places.get(id), places.get(step.id)];
    return place !== undefined && at !== undefined && (((before[at] ?? 0n) >> BigInt(place)) & 1n) === 1n;
  };
}

function inputFaults(step: PlanStep, isEarlier: Earlier): readonly PlanFault[] {
  const mayReferTo = (id: string) => isEarlier(id, step);
  const own = faultsOf({ kind: step.kind, input: step.input ?? {}, mayReferTo });
  const { compensate } = step;
  if (compensate === undefined) return own.map(({ path, message }) => ({ path: ['input', ...path], message }));
  const undoing = faultsOf({ ...compensate, mayReferTo: (id) => id === step.id || mayReferTo(id) });
  return [
    ...own.map(({ path, message }) => ({ path: ['input', ...path], message })),
    ...undoing.map(({ path, message }) => ({ path: ['compensate', 'input', ...path], message })),
  ];
}

interface Judged {
  readonly kind: PlanStep['kind'];
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the step of that id is surely done by then. */
  readonly mayReferTo: (id: string) => boolean;
}

function faultsOf({ kind, input, mayReferTo }: Judged): readonly PlanFault[] {
  const text = JSON.stringify(input);
  const bytes = Buffer.byteLength(text);
  if (bytes > planBounds.maxInputBytes)
    return [{ path: [], message: `has ${bytes} bytes as JSON and the limit is ${planBounds.maxInputBytes}; shorten it` }];
  const broken = brokenReference(input);
  if (broken !== undefined) {
    return [
      { path: [], message: `"${broken}" is no reference; write {{steps.<id>.output}}, {{steps.<id>.output.<member>}} or {{task.goal}}` },
    ];
  }
  const references = referencesIn(input);
  if (references.length > planBounds.maxReferences)
    return [{ path: [], message: `has ${references.length} references and the limit is ${planBounds.maxReferences}` }];
  for (const { step } of references) {
    if (step === undefined || mayReferTo(step)) continue;
    return [{ path: [], message: `refers to step "${step}", which it does not depend on; name it in depends_on` }];
  }
  // What it refers to is known only when it starts; then it is held against the schema whole.
  if (references.length > 0) return [];
  const read = stepInputs[kind].safeParse(input, { error: inputWords });
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      }));
}
