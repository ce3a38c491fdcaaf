import type { Actor } from '@cairn/core';
import { cardOf, hintFor, isCheckpointAction, legible, titleOf, votingOf } from '@cairn/governance';
import type { Approval } from '@cairn/governance';
import type { CheckpointBasis } from '@cairn/orchestration';

/** Who looks at an approval, and whether the project lets people approve for themselves. */
export interface Looking {
  readonly actor: Actor;
  readonly selfApproval: boolean;
}

/** An approval in a list. */
export function toListedApproval(approval: Approval, { actor, selfApproval }: Looking) {
  return {
    id: approval.id,
    status: approval.status,
    reason: approval.reason,
    superseded_by: approval.supersededBy,
    kind: approval.kind,
    title: titleOf(approval.action, approval.words),
    requested_by: approval.requestedBy,
    agent_id: approval.agentId,
    task_id: approval.taskId,
    at_checkpoint: approval.taskId !== null && isCheckpointAction(approval.action),
    decision_id: approval.decisionId,
    action_digest: approval.decision.actionDigest,
    policy_revision: approval.decision.policyRevision,
    risk: approval.decision.risk,
    asks: approval.asks,
    quorum: approval.terms.quorum,
    approved_by: approval.votes.filter(({ decision }) => decision === 'approve').length,
    approvers: approval.approvers,
    voting: votingOf(approval, actor, selfApproval),
    created_at: approval.createdAt,
    updated_at: approval.updatedAt,
    expires_at: approval.expiresAt,
  };
}

/** All that a person needs to decide on it. */
export function toApprovalCard(approval: Approval, looking: Looking, checkpoint: CheckpointBasis | undefined) {
  const { terms, approvers, status, left } = approval;
  const { uses = 1, task = false, until_s: until = 0 } = terms.grants;
  const hint = status === 'pending' ? hintFor({ ...terms, approvers }) : undefined;
  return {
    ...toListedApproval(approval, looking),
    rule_ids: approval.decision.ruleIds,
    ...cardOf(approval.action, approval.words),
    roles: terms.roles,
    veto: terms.veto,
    grants: { uses, task, until_s: until },
    left: left && { uses: left.uses, this_task_only: left.taskOnly },
    votes: approval.votes.map(({ userId, createdAt, ...vote }) => ({ ...vote, user_id: userId, created_at: createdAt })),
    executions: approval.executions.map(({ decisionId, exitCode, summary, startedAt, reportedAt, ...execution }) => ({
      ...execution,
      decision_id: decisionId,
      exit_code: exitCode,
      summary: summary === null ? null : legible(summary),
      started_at: startedAt,
      reported_at: reportedAt,
    })),
    checkpoint: checkpoint === undefined ? null : toRestCheckpoint(checkpoint),
    trace_id: approval.traceId,
    ...(hint !== undefined && { hint }),
  };
}

const mostOutputs = 20;
const mostCharacters = 8192;

const toRestCheckpoint = ({ goal, stepId, letsGoOn, restsOn }: CheckpointBasis) => ({
  step_id: stepId,
  goal: legible(goal),
  lets_go_on: letsGoOn,
  rests_on: restsOn.slice(0, mostOutputs).map(({ id, output }) => {
    const text = legible(JSON.stringify(output));
    return { id, output: text.slice(0, mostCharacters), whole: text.length <= mostCharacters };
  }),
});
