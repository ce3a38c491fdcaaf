import type { Decision } from '@cairn/governance';

/** A decision that was not written down, as a dry run answers it. */
export function toEvaluation(decision: Decision, policyName: string) {
  const { nearestMiss } = decision;
  return {
    outcome: decision.outcome,
    action_digest: decision.actionDigest,
    policy_revision: decision.policyRevision,
    policy_name: policyName,
    rule_ids: decision.ruleIds,
    obligations: decision.obligations,
    risk: decision.risk,
    explain: decision.explain.map(({ valueRef, ...rest }) => ({ ...rest, value_ref: valueRef })),
    nearest_miss:
      nearestMiss === undefined
        ? null
        : { rule: nearestMiss.rule, missing: nearestMiss.missing.map(({ clause, valueRef }) => ({ clause, value_ref: valueRef })) },
    shadow: decision.shadow,
    approval: decision.approval ?? null,
  };
}
