import { CairnError } from '@cairn/core';
import type { Actor, Stores } from '@cairn/core';
import { createActions } from './actions/actions.ts';
import type { ActionContext, Evaluated, StoredDecision } from './actions/actions.ts';
import type { Action } from './actions/action.ts';
import { hintFor } from './approvals/hint.ts';
import type { GovernedStores, GovernedStoresByCall } from './governed-stores.ts';
import type { Evaluator } from './policies/evaluator.ts';

/** What is about to be done, and by which agent and in which task. */
export type GovernedAction = ActionContext & {
  readonly action: Action;
  /**
   * Throws what the work would throw whoever approved it, such as for an id that is unknown. It is called where people would be asked,
   * before they are, and outside of any transaction.
   */
  readonly check?: ((stores: Stores, actor: Actor) => Promise<void>) | undefined;
  /**
   * Throws when what the action names is not as it was any more, and keeps it as it is until the transaction ends. It is called in the
   * transaction of the work, right before it. `by`: whether people approved it as it was, or the rules allow it whatever that is.
   */
  readonly holds?: ((stores: Stores, actor: Actor, by: 'people' | 'rules') => Promise<void>) | undefined;
  /** Whether all that it would bring about is there already. It may be denied then, but nobody is asked about it. Default false. */
  readonly changesNothing?: boolean | undefined;
};

/** What the rules said of an action, with what is looked at before people are asked and before it is done. */
type Ruled = Evaluated & Pick<GovernedAction, 'check' | 'holds'>;

export type Ruling = Ruled | 'free';

/** The service's own writes under the rules: what is asked for is done at once, once it was approved, or not at all. */
export interface Governor {
  /**
   * What the rules say; `free` when they allow everything of the kind, or it changes nothing and they do not deny it. It may read the store, so it comes before any transaction.
   * @throws POLICY_DENIED when they deny, which is written down.
   */
  evaluate(actor: Actor, kind: Action['kind'], asked: (stores: Stores) => GovernedAction | Promise<GovernedAction>): Promise<Ruling>;
  /**
   * Does the work of an action that was evaluated. What needs an approval spends it in the transaction of the work.
   * @throws APPROVAL_REQUIRED with `approval_id`, or POLICY_DENIED when people denied it.
   */
  carryOut<Result>(actor: Actor, ruling: Ruling, work: (own: GovernedStores) => Promise<Result>): Promise<Result>;
  /**
   * The same inside a transaction that is open already. What it throws for want of an approval undoes that transaction; `settle` then says
   * so to the caller.
   */
  carryOutWithin<Result>(
    own: GovernedStores,
    ruled: { readonly actor: Actor; readonly ruling: Ruling },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * Turns the want of an approval into an approval that is asked for and the error that names it; throws anything else as it is, and what
   * the action's check throws.
   */
  settle(actor: Actor, error: unknown): Promise<never>;
}

/** Nobody has approved it yet. It undoes the transaction that it is thrown in, so what was asked for is asked for again outside. */
class WantsApproval extends Error {
  readonly ruled: Ruled;

  constructor(ruled: Ruled) {
    super('an approval is needed first');
    this.ruled = ruled;
  }
}

export function createGovernor({ evaluator, stores }: { readonly evaluator: Evaluator; readonly stores: GovernedStoresByCall }): Governor {
  const over = (own: GovernedStores) => createActions({ evaluator, repository: own.actions });
  const actions = over(stores);

  const carryOutWithin: Governor['carryOutWithin'] = async (own, { actor, ruling }, work) => {
    if (ruling === 'free') return work();
    const inside = over(own);
    const stored = await inside.record(actor, ruling);
    if (stored.permit === undefined) throw new WantsApproval({ ...stored.evaluated, check: ruling.check });
    const executionId = await inside.start(actor, stored.decisionId, stored.permit.token);
    await ruling.holds?.(own, actor, stored.reason === 'approved' ? 'people' : 'rules');
    const result = await work();
    await inside.report(actor, executionId, { status: 'succeeded' });
    return result;
  };

  const settle: Governor['settle'] = async (actor, error) => {
    if (!(error instanceof WantsApproval)) throw error;
    const { check, holds: _, ...evaluated } = error.ruled;
    await check?.(stores, actor);
    throw refusalOf(await actions.record(actor, evaluated));
  };

  return {
    carryOutWithin,
    settle,
    async evaluate(actor, kind, asked) {
      if (await evaluator.allowsAll(actor.projectId, kind)) return 'free';
      const { action, check, holds, changesNothing, ...context } = await asked(stores);
      const evaluated = await actions.evaluate(actor, action, context);
      if (evaluated.decision.outcome === 'deny') throw refusalOf(await actions.record(actor, evaluated));
      return changesNothing === true ? 'free' : { ...evaluated, check, holds };
    },
    async carryOut(actor, ruling, work) {
      if (ruling === 'free') return work(stores);
      try {
        return await stores.together(actor, (own) => carryOutWithin(own, { actor, ruling }, () => work(own)));
      } catch (error) {
        return settle(actor, error);
      }
    },
  };
}

function refusalOf({ decisionId, decision, approval }: StoredDecision): CairnError {
  const details = { decision_id: decisionId };
  if (decision.outcome === 'deny' || approval === undefined) {
    const by =
      decision.ruleIds.length === 0 ? 'no rule of the policy is about it, which denies' : `denied by ${decision.ruleIds.join(', ')}`;
    return new CairnError('POLICY_DENIED', { message: `the policy of this project does not allow that: ${by}`, details });
  }
  const terms = decision.approval;
  const hint =
    terms === undefined || approval.approvers === null
      ? undefined
      : hintFor({ approvers: approval.approvers, quorum: terms.quorum, roles: terms.roles });
  const message = `somebody has to approve this first (${decision.ruleIds.join(', ')}); make the same call again once approval ${approval.id} is given`;
  return new CairnError('APPROVAL_REQUIRED', {
    message: hint === undefined ? message : `${message}. ${hint}`,
    details: { ...details, approval_id: approval.id },
  });
}
