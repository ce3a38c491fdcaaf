import { hash } from 'node:crypto';
import { canonicalJson, createActions } from '@cairn/governance';
import type { Action, ActionContext, Actions, ActionsOptions, Evaluated, StoredDecision } from '@cairn/governance';
import type { RunStep, TaskWork } from '../tasks/task-runs.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import type { TaskRun } from './task-run.ts';

/** What a step is about to do, as governance sees it. */
export interface Governed {
  readonly action: Action;
  readonly evaluated: Evaluated;
  /** SHA-256 of the input as it is carried out. */
  readonly inputHash: string;
}

export const inputHash = (input: unknown): string => hash('sha256', canonicalJson(input), 'hex');

interface Asked extends Pick<ActionContext, 'routes'> {
  readonly step: RunStep;
  readonly action: Action;
  readonly input: unknown;
}

/** What the rules say of it, before any transaction begins. */
export async function evaluateStep(deps: TaskEngineDeps, run: TaskRun, { step, action, input, routes }: Asked): Promise<Governed> {
  const { task, actor } = run;
  const checkpoint = step.kind === 'checkpoint' || step.plan.needs_approval === true;
  const context = { agentId: task.agentId ?? undefined, taskId: task.claim.taskId, checkpoint, routes };
  return { action, evaluated: await evaluation(deps.evaluator)(actor, action, context), inputHash: inputHash(input) };
}

/** What the rules say of an action; nothing is written. */
export const evaluation =
  (evaluator: ActionsOptions['evaluator']): Actions['evaluate'] =>
  (actor, action, context) =>
    createActions({ evaluator, repository: noRepository }).evaluate(actor, action, context);

/** An evaluation reads and writes nothing of what is kept of actions. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const noRepository = {} as ActionsOptions['repository'];

/**
 * Whether the step may be carried out now, in this transaction; what allowed it is spent in it. When not, the step has been moved to
 * where it waits or ends.
 */
export async function mayCarryOut(
  deps: TaskEngineDeps,
  run: TaskRun,
  work: TaskWork,
  { step, governed }: { readonly step: RunStep; readonly governed: Governed },
): Promise<boolean> {
  const { evaluated } = governed;
  if (step.status !== 'awaiting_approval' && isAllowed(evaluated) && !isRecorded(work, evaluated)) {
    await note(work, step, governed, undefined);
    return true;
  }
  if ((await standing(run, work, step)) === 'over') return false;
  const actions = createActions({ evaluator: deps.evaluator, repository: work.stores.actions });
  const stored = await actions.record(run.actor, evaluated);
  await note(work, step, governed, stored);
  if (stored.permit) {
    await actions.spend(run.actor, { decisionId: stored.decisionId, permit: stored.permit.token, digest: stored.decision.actionDigest });
    return true;
  }
  await holdBack(work, step, stored);
  return false;
}

/** The same for an action that somebody else carries out: it gets a permit, or waits, or ends. */
export async function permitOrWait(
  deps: TaskEngineDeps,
  run: TaskRun,
  work: TaskWork,
  { step, governed }: { readonly step: RunStep; readonly governed: Governed },
): Promise<StoredDecision | undefined> {
  if ((await standing(run, work, step)) === 'over') return undefined;
  const actions = createActions({ evaluator: deps.evaluator, repository: work.stores.actions });
  const stored = await actions.record(run.actor, governed.evaluated);
  await note(work, step, governed, stored);
  if (stored.permit) return stored;
  await holdBack(work, step, stored);
  return undefined;
}

/** The same for what undoes a step; it waits for nobody. */
export async function mayUndo(
  deps: TaskEngineDeps,
  run: TaskRun,
  work: TaskWork,
  { step, governed }: { readonly step: RunStep; readonly governed: Governed },
): Promise<boolean> {
  const { evaluated } = governed;
  if (!isAllowed(evaluated) || !isRecorded(work, evaluated)) {
    await note(work, step, governed, undefined);
    return isAllowed(evaluated);
  }
  const actions = createActions({ evaluator: deps.evaluator, repository: work.stores.actions });
  const stored = await actions.record(run.actor, evaluated);
  await note(work, step, governed, stored);
  if (!stored.permit) return false;
  await actions.spend(run.actor, { decisionId: stored.decisionId, permit: stored.permit.token, digest: stored.decision.actionDigest });
  return true;
}

const isAllowed = ({ decision }: Evaluated): boolean => decision.outcome === 'allow' || decision.outcome === 'allow_with_obligations';

/** Whether what the rules allow is written down before it is done: what people denied in these tasks is told by the record alone. */
const isRecorded = ({ control }: TaskWork, { decision }: Evaluated): boolean => decision.mustRecord === true || control.hasDenials;

/** Whether the rules allow it and nothing of it is to be written down, as far as they say. */
export const isPlainlyAllowed = ({ evaluated }: Governed): boolean => isAllowed(evaluated) && evaluated.decision.mustRecord !== true;

/** Looks at the approval that a step waited for. `over`: it ended without one, and so did the step. */
async function standing(run: TaskRun, work: TaskWork, step: RunStep): Promise<'over' | 'open'> {
  if (step.status !== 'awaiting_approval' || step.approvalId === null) return 'open';
  const approval = await work.stores.actions.approval(run.actor, step.approvalId);
  const status = approval?.status ?? 'cancelled';
  if (status === 'expired') {
    await work.step(step.id, {
      event: 'expire',
      dueInMs: null,
      error: { code: 'approval_expired', message: 'nobody approved it in time' },
    });
    return 'over';
  }
  if (status === 'cancelled' || status === 'revoked' || status === 'denied') {
    await work.step(step.id, {
      event: 'deny',
      dueInMs: null,
      error: { code: `approval_${status}`, message: `its approval was ${status}` },
    });
    return 'over';
  }
  return 'open';
}

async function holdBack(
  work: TaskWork,
  step: RunStep,
  { decisionId, decision, approval, createdAt, reason }: StoredDecision,
): Promise<void> {
  if (decision.outcome === 'deny' || !approval) {
    const error =
      reason === 'denied_before'
        ? { code: 'approval_denied', message: 'a person denied this, or another way to do the same in this task' }
        : { code: 'policy_denied', message: `the policy denies it (${decision.ruleIds.join(', ') || 'no rule allows it'})` };
    await work.step(step.id, { event: 'deny', decisionId, dueInMs: null, error });
    return;
  }
  const dueInMs = approval.expiresAt === null ? null : Math.max(Date.parse(approval.expiresAt) - Date.parse(createdAt), 0);
  const detail = { approval_id: approval.id, decision_id: decisionId, expires_at: approval.expiresAt };
  // Another approval may have taken the place of the one that it waited for.
  if (step.status === 'awaiting_approval') await work.step(step.id, { event: 'retry', detail: { why: 'the approval was superseded' } });
  await work.step(step.id, { event: 'ask', decisionId, approvalId: approval.id, actionDigest: decision.actionDigest, dueInMs, detail });
}

async function note(
  work: TaskWork,
  step: RunStep,
  { evaluated, inputHash: input }: Governed,
  stored: StoredDecision | undefined,
): Promise<void> {
  const decision = stored?.decision ?? evaluated.decision;
  await work.decision({
    stepId: step.id,
    subject: 'step',
    outcome: decision.outcome,
    decisionId: stored?.decisionId ?? null,
    detail: {
      kind: step.kind,
      action: evaluated.action.kind,
      input_hash: input,
      action_digest: decision.actionDigest,
      policy_revision: decision.policyRevision,
      rule_ids: decision.ruleIds,
      risk: decision.risk,
      ...(stored?.approval ? { approval_id: stored.approval.id } : {}),
      ...(stored?.reason ? { reason: stored.reason } : {}),
    },
  });
}
