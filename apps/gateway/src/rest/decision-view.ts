import type { Actor } from '@cairn/core';
import { hintFor } from '@cairn/governance';
import type { StoredDecision } from '@cairn/governance';

/** A decision that was written down, as every entry point answers it. */
export function toRestDecision(stored: StoredDecision, actor: Actor) {
  const { decision, approval, permit } = stored;
  const { nearestMiss } = decision;
  return {
    decision_id: stored.decisionId,
    outcome: decision.outcome,
    action_digest: decision.actionDigest,
    policy_revision: decision.policyRevision,
    rule_ids: decision.ruleIds,
    risk: decision.risk,
    obligations: decision.obligations,
    explain: decision.explain.map(({ valueRef, ...rest }) => ({ ...rest, value_ref: valueRef })),
    nearest_miss:
      nearestMiss === undefined
        ? null
        : { rule: nearestMiss.rule, missing: nearestMiss.missing.map(({ clause, valueRef }) => ({ clause, value_ref: valueRef })) },
    shadow: decision.shadow,
    ...(approval && { approval: toApprovalNote(stored, approval) }),
    ...(permit && { permit: { token: permit.token, expires_at: permit.expiresAt, preconditions: permit.preconditions } }),
    trace_id: actor.traceId,
  };
}

function toApprovalNote({ decision }: StoredDecision, { id, status, expiresAt, approvers }: NonNullable<StoredDecision['approval']>) {
  const terms = decision.approval;
  const hint = terms === undefined || approvers === null ? undefined : hintFor({ approvers, quorum: terms.quorum, roles: terms.roles });
  return { id, status, expires_at: expiresAt, ...(hint !== undefined && { hint }) };
}
