import type { Actor } from '@cairn/core';
import type { Action, ActionsOptions } from '@cairn/governance';
import type { Plan, PlanStep } from '../plan/plan-shape.ts';
import { referencesIn } from '../plan/references.ts';
import { stepInputs } from '../plan/step-inputs.ts';
import type { PlanPreview } from '../tasks/task-repository.ts';
import { actionOf } from './effects.ts';
import { inputHash } from './govern.ts';

/** Steps of a plan that are looked at beforehand. */
const maxPreviews = 200;

/** What would be decided now about the steps whose input is known already. Each is decided anew before it is carried out. */
export async function previewPlan(evaluator: ActionsOptions['evaluator'], actor: Actor, plan: Plan): Promise<readonly PlanPreview[]> {
  const { projectId, userId, credentialId } = actor;
  const previews: PlanPreview[] = [];
  for (const step of plan.steps.slice(0, maxPreviews)) {
    const action = knownAction(step);
    if (action === undefined) continue;
    const { outcome, ruleIds, policyRevision, actionDigest, risk } = await evaluator.evaluate(action, { projectId, userId, credentialId });
    previews.push({
      stepId: step.id,
      subject: 'preview',
      outcome: step.needs_approval === true && outcome !== 'deny' ? 'require_approval' : outcome,
      decisionId: null,
      detail: {
        action: action.kind,
        action_digest: actionDigest,
        policy_revision: policyRevision,
        rule_ids: ruleIds,
        risk,
        input_hash: inputHash(step.input ?? {}),
      },
    });
  }
  return previews;
}

function knownAction({ kind, input = {} }: PlanStep): Action | undefined {
  if (referencesIn(input).length > 0) return undefined;
  if (kind === 'action') return stepInputs.action.safeParse(input).data?.action;
  if (kind === 'memory.delete') return known(stepInputs[kind].safeParse(input).data, (read) => actionOf({ kind, input: read }));
  if (kind === 'memory.save') return known(stepInputs[kind].safeParse(input).data, (read) => actionOf({ kind, input: read }));
  if (kind === 'memory.update') return known(stepInputs[kind].safeParse(input).data, (read) => actionOf({ kind, input: read }));
  return undefined;
}

const known = <Read, Result>(read: Read | undefined, then: (read: Read) => Result): Result | undefined =>
  read === undefined ? undefined : then(read);
