import type { Actor } from '@cairn/core';
import type { TaskAgent } from '../agents/task-agent.ts';
import { referencesIn, resolveReferences, MissingValue } from '../plan/references.ts';
import { inputWords } from '../plan/input-words.ts';
import { planBounds } from '../plan/plan-bounds.ts';
import { stepInputs } from '../plan/step-inputs.ts';
import type { StepInput } from '../plan/step-inputs.ts';
import type { StepKind } from '../plan/step-kinds.ts';
import { nextStepStatus } from '../state/step-status.ts';
import type { ClaimedTask, Control, RunStep, StepChange, TaskRuns, TaskWork } from '../tasks/task-runs.ts';
import { StepFault } from './step-fault.ts';

/** As whom a task is carried out, and with what. */
interface RunBy {
  readonly actor: Actor;
  readonly agent: TaskAgent | null;
  readonly runs: TaskRuns;
  readonly signal: AbortSignal;
}

/** One worker's hold on a task, from its claim until it is let go. */
export class TaskRun {
  readonly task: ClaimedTask;
  readonly actor: Actor;
  readonly agent: TaskAgent | null;
  readonly signal: AbortSignal;
  readonly #runs: TaskRuns;
  readonly #outputs = new Map<string, unknown>();
  #steps: readonly KnownStep[];
  #control: Control;
  #last: Promise<unknown> = Promise.resolve();
  /** Sequence number of the last event that this run knows of. */
  #known: number;

  constructor(task: ClaimedTask, { actor, agent, runs, signal }: RunBy) {
    this.task = task;
    this.actor = actor;
    this.agent = agent;
    this.signal = signal;
    this.#runs = runs;
    this.#steps = task.steps.map(known);
    this.#control = task;
    this.#known = task.events;
  }

  get control(): Control {
    return this.#control;
  }

  /** The steps as they stand now, their times counted down. */
  get steps(): readonly RunStep[] {
    const now = performance.now();
    return this.#steps.map(({ step, dueAt }) => (dueAt === undefined ? step : { ...step, dueInMs: dueAt - now }));
  }

  /** One transaction. What it changes of steps is known here afterwards, without reading them all again. */
  write<Result>(work: (work: TaskWork) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => this.#write(work));
  }

  async #write<Result>(work: (work: TaskWork) => Promise<Result>): Promise<Result> {
    const changes: (readonly [string, StepChange])[] = [];
    let told = 0;
    let fresh: readonly RunStep[] | undefined;
    let control = this.#control;
    const result = await this.#runs.write(this.task.claim, async (given) => {
      control = given.control;
      // Somebody answered meanwhile.
      fresh = control.events === this.#known ? undefined : await given.steps();
      return work({
        ...given,
        step: async (id, change) => {
          await given.step(id, change);
          told += 1;
          changes.push([id, change]);
        },
        event: async (...event) => {
          await given.event(...event);
          told += 1;
        },
        task: async (...event) => {
          await given.task(...event);
          told += 1;
        },
      });
    });
    this.#control = control;
    this.#known = control.events + told;
    if (fresh) this.#steps = fresh.map(known);
    for (const [id, change] of changes) this.#steps = this.#steps.map((each) => (each.step.id === id ? changed(each, change) : each));
    return result;
  }

  /** One at a time: they would wait for each other on the task's row anyhow, each with a connection. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Reads the steps anew. */
  async refresh(): Promise<void> {
    this.#known = -1;
    await this.write(async () => {});
  }

  /** Says that this worker is alive, and hears what came in meanwhile. */
  async beat(): Promise<void> {
    this.#control = await this.#inTurn(() => this.#runs.beat(this.task.claim));
    if (this.#control.events !== this.#known) await this.write(async () => {});
  }

  /** The step's input with what it refers to in place, held against its schema. @throws StepFault */
  async input<Kind extends StepKind>(kind: Kind, given: Readonly<Record<string, unknown>> | undefined): Promise<StepInput<Kind>> {
    const resolved = await this.#resolve(given ?? {});
    const read = stepInputs[kind].safeParse(resolved, { error: inputWords });
    if (!read.success) {
      const faults = read.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'input'} ${message}`);
      throw new StepFault('invalid_input', `the input is not what ${kind} takes: ${faults.join('; ')}`);
    }
    // Each schema gives out what its own kind takes.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return read.data as StepInput<Kind>;
  }

  async #resolve(given: Readonly<Record<string, unknown>>): Promise<unknown> {
    const references = referencesIn(given);
    if (references.length === 0) return given;
    await this.#load(new Set(references.flatMap(({ step }) => (step === undefined ? [] : [step]))));
    try {
      const resolved = resolveReferences(given, { goal: this.task.goal, outputs: this.#outputs });
      const bytes = Buffer.byteLength(JSON.stringify(resolved));
      if (bytes <= planBounds.maxInputBytes) return resolved;
      throw new StepFault(
        'input_too_large',
        `with what it refers to the input has ${bytes} bytes and the limit is ${planBounds.maxInputBytes}`,
      );
    } catch (error) {
      if (error instanceof MissingValue) throw new StepFault('missing_value', error.message);
      throw error;
    }
  }

  async #load(steps: ReadonlySet<string>): Promise<void> {
    const missing = [...steps].filter((id) => !this.#outputs.has(id));
    if (missing.length === 0) return;
    const outputs = await this.#runs.outputs(this.task.claim, this.task.revision, missing);
    for (const [id, output] of outputs) this.#outputs.set(id, output);
  }
}

/** A step with when its time is over, by `performance.now()`. */
interface KnownStep {
  readonly step: RunStep;
  readonly dueAt: number | undefined;
}

function known(step: RunStep): KnownStep {
  return { step, dueAt: step.dueInMs === undefined ? undefined : performance.now() + step.dueInMs };
}

function changed({ step, dueAt }: KnownStep, change: StepChange): KnownStep {
  const { dueInMs } = change;
  const next: RunStep = {
    ...step,
    status: nextStepStatus(step.status, change.event) ?? step.status,
    attempts: change.attempts ?? step.attempts,
    dueInMs: undefined,
    errorCode: change.error === undefined ? step.errorCode : change.error?.code,
    errorMessage: change.error === undefined ? step.errorMessage : change.error?.message,
    decisionId: change.decisionId ?? step.decisionId,
    approvalId: change.approvalId === undefined ? step.approvalId : change.approvalId,
    actionDigest: change.actionDigest ?? step.actionDigest,
    childTaskId: change.childTaskId ?? step.childTaskId,
    hasOutput: change.output === undefined ? step.hasOutput : change.output !== null,
  };
  return { step: next, dueAt: dueInMs === undefined ? dueAt : dueInMs === null ? undefined : performance.now() + dueInMs };
}

/** Refuses what would be too much to keep. @throws StepFault */
export function boundedOutput(output: object): object {
  const bytes = Buffer.byteLength(JSON.stringify(output));
  if (bytes <= planBounds.maxOutputBytes) return output;
  throw new StepFault('output_too_large', `the step gave ${bytes} bytes and the limit is ${planBounds.maxOutputBytes}`);
}
