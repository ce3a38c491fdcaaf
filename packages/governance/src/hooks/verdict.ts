import type { Decision } from '../decision/decide.ts';
import type { HookVerdict } from './hook-event.ts';

/** What was decided about one action of a call. */
export interface Judgement {
  readonly decision: Pick<Decision, 'outcome' | 'ruleIds' | 'explain' | 'risk' | 'obligations'>;
  /** The approval that is waited for, or that allowed it. */
  readonly approvalId?: string | undefined;
}

/**
 * What the agent is told: the worst of its actions. A call that needs an approval is asked about where the client puts questions to the
 * person at it, and denied until it is approved where it does not. Where nothing had to be decided there is nothing to say.
 */
export function verdictOf(judgements: readonly Judgement[], canAsk: boolean): HookVerdict {
  if (judgements.length === 0) return { permission: 'no_opinion' };
  const denied = judgements.find(({ decision }) => decision.outcome === 'deny');
  if (denied) return { permission: 'deny', reason: `Denied by ${ruleOf(denied)}${whyOf(denied)}` };
  const waiting = judgements.find(({ decision }) => decision.outcome === 'require_approval');
  if (waiting) return { permission: canAsk ? 'ask' : 'deny', reason: askingReason(waiting) };
  const obligations = [...new Set(judgements.flatMap(({ decision }) => decision.obligations))];
  const owed = obligations.length === 0 ? '' : `, with: ${obligations.join(', ')}`;
  const approvals = judgements.flatMap(({ approvalId = [] }) => approvalId);
  const by = approvals.length === 0 ? 'the policy' : `approval ${approvals.join(', ')}`;
  return { permission: 'allow', reason: `Allowed by ${by}${owed}.` };
}

function askingReason(waiting: Judgement): string {
  const { approvalId } = waiting;
  const approval =
    approvalId === undefined ? '' : ` Approval ${approvalId} waits for somebody else's vote; make the same call again once it is given.`;
  return `Needs an approval by ${ruleOf(waiting)}${whyOf(waiting)}${approval}`;
}

const ruleOf = ({ decision: { ruleIds } }: Judgement): string =>
  ruleIds.length === 0 ? 'default, as no rule is about this' : `rule ${ruleIds.join(', ')}`;

function whyOf({ decision: { explain, risk } }: Judgement): string {
  // The kind of action says nothing that the agent does not know.
  const telling = explain.filter(({ clause, matched }) => clause !== 'kind' && matched !== '');
  const matched = [...new Set(telling.map((one) => one.matched))].slice(0, 3);
  const reasons = risk.reasons.slice(0, 3);
  const parts = [matched.join('; '), reasons.join('; ')].filter((part) => part !== '');
  return parts.length === 0 ? '.' : `: ${parts.join('. ')}.`;
}
