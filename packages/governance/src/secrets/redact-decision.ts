import type { Acting } from '../actions/action-digest.ts';
import { actionDigest } from '../actions/action-digest.ts';
import type { Action } from '../actions/action.ts';
import { effectsInWords } from '../approvals/effects-in-words.ts';
import { uncheckedOf } from '../approvals/unchecked.ts';
import type { Decision } from '../decision/decide.ts';
import { factsOf } from '../decision/facts.ts';
import { policyKey } from '../rules/revision.ts';
import type { Commitments } from './commitments.ts';
import { findSecrets } from './find-secrets.ts';
import { redactAction } from './redact-action.ts';

interface Decided {
  readonly action: Action;
  readonly acting: Acting;
}

/**
 * The decision without the secrets of its action. It was made on the action as it is; its digest is that of the action with commitments in
 * their place, so that it tells nothing of them and differs when they do.
 */
export async function withoutSecrets(decision: Decision, { action, acting }: Decided, commitments: Commitments): Promise<Decision> {
  const secrets = findSecrets(action);
  if (secrets === undefined) return decision;
  const commit = await commitments.of(acting.projectId);
  const { action: shown, text } = redactAction(action, secrets, commit);
  const facts = factsOf(action);
  return {
    ...decision,
    actionDigest: actionDigest(shown, acting, policyKey({ number: decision.policyRevision, workspace: decision.workspaceRevision })),
    risk: { ...decision.risk, reasons: decision.risk.reasons.map(text) },
    explain: decision.explain.map((one) => ({ ...one, matched: text(one.matched), valueRef: text(one.valueRef) })),
    redacted: { action: shown, words: { effects: effectsInWords(facts).map(text), unchecked: uncheckedOf(facts).map(text) } },
  };
}
