import type { Actor } from '@cairn/core';
import { createActions } from '../actions/actions.ts';
import type { Actions, Evaluated, StoredDecision } from '../actions/actions.ts';
import type { GovernedStores, GovernedStoresByCall } from '../governed-stores.ts';
import type { Evaluator } from '../policies/evaluator.ts';
import type { AfterTool, BeforeTool, HookRuling, HookVerdict, UnreadableTool } from './hook-event.ts';
import type { HookCall } from './hook-calls.ts';
import { byNamingRules } from './named-rules.ts';
import { verdictOf } from './verdict.ts';

export interface HookDeps {
  readonly evaluator: Pick<Evaluator, 'evaluate' | 'inForce' | 'evaluateBy'>;
  readonly stores: GovernedStoresByCall;
}

/**
 * Decides on a call before it runs, in one transaction. The hook is where it is enforced, so what is allowed begins at once: its permits
 * are spent here. An approval is spent only when all that the call does is allowed.
 */
export async function decideToolUse({ evaluator, stores }: HookDeps, actor: Actor, event: BeforeTool): Promise<HookVerdict> {
  const { announcedRef } = event;
  if (announcedRef !== undefined && (await stores.hookCalls.carryOver(actor, announcedRef, event.callRef))) return decidedBefore;
  const evaluated = await evaluatedOf({ evaluator, stores }, actor, event);
  if (evaluated.length === 0) return { permission: 'no_opinion' };
  const within = <Result>(work: (actions: Actions, own: GovernedStores) => Promise<Result>): Promise<Result> =>
    stores.together(actor, (own) => work(createActions({ evaluator, repository: own.actions }), own));
  try {
    return await within((actions, own) => letGo({ actions, own, actor, event }, evaluated));
  } catch (error) {
    if (!(error instanceof NotAllAllowed)) throw error;
    // What was approved for the others is there when the whole call is allowed.
    return within((actions, own) => letGo({ actions, own, actor, event }, error.open));
  }
}

/** Each event of the call that is decided on by itself would need an approval of its own. */
const decidedBefore: HookVerdict = { permission: 'allow', reason: 'Allowed, as it was when the call was announced.' };

/** What the rules say of each action of a call; none: no rule has a say in it. */
async function evaluatedOf({ evaluator, stores }: HookDeps, actor: Actor, event: BeforeTool): Promise<readonly Evaluated[]> {
  const { actions, named, agentId, taskId } = event;
  const by = (rules: typeof evaluator | ReturnType<typeof byNamingRules>) =>
    createActions({ evaluator: rules, repository: stores.actions });
  if (named === undefined) return Promise.all(actions.map((action) => by(evaluator).evaluate(actor, action, { agentId, taskId })));
  const evaluated = await by(byNamingRules(evaluator)).evaluate(actor, named, { agentId, taskId });
  const { outcome, ruleIds } = evaluated.decision;
  return ruleIds.length > 0 && (outcome === 'deny' || outcome === 'require_approval') ? [evaluated] : [];
}

/** Refuses a call that cannot be read, and keeps in mind that it was. */
export async function refuseToolUse({ stores }: HookDeps, actor: Actor, { reason, toldRef }: UnreadableTool): Promise<HookRuling> {
  if (toldRef !== undefined) await stores.hookCalls.deny(actor, toldRef, undefined);
  return { permission: 'deny', reason: `Denied, since ${reason}.` };
}

/** Tells what became of a call, and in the audit what ran that was not to. */
export function reportToolUse({ evaluator, stores }: HookDeps, actor: Actor, event: AfterTool): Promise<void> {
  return stores.together(actor, async (own) => {
    const actions = createActions({ evaluator, repository: own.actions });
    const status = event.outcome === 'not_run' ? 'failed' : event.outcome;
    for (const executionId of await own.hookCalls.end(actor, event)) await actions.report(actor, executionId, { status });
  });
}

class NotAllAllowed extends Error {
  readonly open: readonly Evaluated[];

  constructor(open: readonly Evaluated[]) {
    super();
    this.open = open;
  }
}

interface Letting {
  readonly actions: Actions;
  readonly own: GovernedStores;
  readonly actor: Actor;
  readonly event: BeforeTool;
}

async function letGo({ actions, own, actor, event }: Letting, evaluated: readonly Evaluated[]): Promise<HookVerdict> {
  const stored: StoredDecision[] = [];
  for (const one of evaluated) stored.push(await actions.record(actor, one));
  // As they were decided beside the others: alone they might be within what the others used up.
  const open = stored.filter(({ permit }) => permit === undefined).map(({ evaluated: one }) => one);
  if (open.length > 0 && open.length < evaluated.length) throw new NotAllAllowed(open);
  const verdict = verdictOf(
    stored.map(({ decision, approval }) => ({ decision, approvalId: approval?.id })),
    event.canAsk,
  );
  if (verdict.permission === 'deny') {
    await own.hookCalls.deny(actor, event.toldRef, denying(stored)?.decisionId);
    return verdict;
  }
  const calls: HookCall[] = [];
  for (const { decisionId, permit } of stored)
    calls.push({ decisionId, executionId: permit && (await actions.start(actor, decisionId, permit.token)) });
  await own.hookCalls.remember(actor, { callRef: event.callRef, toldRef: event.toldRef, calls });
  // Whoever approved that it is called has not answered what it asks of the person at the client.
  return event.named !== undefined && verdict.permission === 'allow' ? { permission: 'no_opinion' } : verdict;
}

/** The one of which the agent was told. */
const denying = (stored: readonly StoredDecision[]): StoredDecision | undefined =>
  stored.find(({ decision }) => decision.outcome === 'deny') ?? stored.find(({ decision }) => decision.outcome === 'require_approval');
