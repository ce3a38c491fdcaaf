import { CairnError, newId } from '@cairn/core';
import type { Actor } from '@cairn/core';
import { routesOf } from '../approvals/routes.ts';
import type { Routes } from '../approvals/routes.ts';
import { defaultTerms, outcomes } from '../decision/decide.ts';
import type { Decision } from '../decision/decide.ts';
import { createPermitToken, hashPermit, permitSeconds } from '../permits/permit-token.ts';
import type { PastReads } from '../policies/history-reader.ts';
import { preconditionsOf } from '../permits/preconditions.ts';
import type { Precondition } from '../permits/preconditions.ts';
import { subjectDigest } from './action-digest.ts';
import type { Acting } from './action-digest.ts';
import type { ActionRepository, ApprovalNote, DecisionRecord, ExecutionOutcome, SpendRefusal, SpendResult } from './action-repository.ts';
import { toolNameOf } from './action.ts';
import type { Action, ActionOf } from './action.ts';

export interface ActionContext {
  /** The agent that acts for the caller. */
  readonly agentId?: string | undefined;
  /** What the action is a step of. A denial holds for all tasks of the same first one, and approvals are of one task. */
  readonly taskId?: string | undefined;
  /** What a denial of it holds for, where that is not told by the action. None: for itself alone. */
  readonly routes?: Routes | undefined;
  /** Asks people even where the rules allow. Default false. */
  readonly checkpoint?: boolean | undefined;
}

/** An action with what the rules say of it; nothing is written yet. */
export interface Evaluated extends ActionContext {
  /** As it is, with its secrets; kept and shown is that of `decision.redacted`, if there is one. */
  readonly action: Action;
  readonly acting: Acting;
  readonly decision: Decision;
}

export interface Permit {
  /** Shown here and kept nowhere. */
  readonly token: string;
  readonly expiresAt: string;
  readonly preconditions: readonly Precondition[];
}

/** A decision that is written down. */
export interface StoredDecision {
  readonly decisionId: string;
  /** With the outcome that holds, whatever made it. */
  readonly decision: Decision;
  readonly reason: DecisionRecord['reason'];
  /** What it waits for, or what allowed it. */
  readonly approval?: ApprovalNote | undefined;
  /** Given when it is allowed. */
  readonly permit?: Permit | undefined;
  /** With what the rules said when it was written. Recorded once more, it is not allowed more than that. */
  readonly evaluated: Evaluated;
  readonly createdAt: string;
}

/** What is spent, for the action of that digest. */
export type Spending = { readonly digest: string } & (
  | { readonly decisionId: string; readonly permit: string }
  | { readonly approvalId: string; readonly taskId?: string | undefined }
);

/** Decides on actions by the revision in force, and keeps account of what came of them. */
export interface Actions {
  /** What the rules say. Reads the store outside of any transaction, so it is called before one begins. */
  evaluate(actor: Actor, action: Action, context?: ActionContext): Promise<Evaluated>;
  /**
   * Writes it down with its audit, and asks people or gives a permit. Where the past decides with it, that is read again first, while
   * nobody else of the project writes such a decision: it may be stricter than what was evaluated, and is never laxer. In a transaction it
   * comes before anything that others wait for.
   */
  record(actor: Actor, evaluated: Evaluated): Promise<StoredDecision>;
  /** Whether people denied one of these in the task, or in one of the same first task. */
  isDenied(actor: Actor, taskId: string, routes: readonly string[]): Promise<boolean>;
  /** Both, one after the other. */
  decide(actor: Actor, action: Action, context?: ActionContext): Promise<StoredDecision>;
  /**
   * Spends a permit and begins the execution; gives its id. `digest`: that of what is about to be done, when the caller has it.
   * @throws NOT_FOUND, FORBIDDEN or PERMIT_NOT_USABLE.
   */
  start(actor: Actor, decisionId: string, permit: string, digest?: string): Promise<string>;
  /**
   * Spends a permit, or one use of an approval, for an effect in the transaction of the repository; gives the id of the execution,
   * which has succeeded if that transaction commits.
   * @throws as `start` does.
   */
  spend(actor: Actor, spending: Spending): Promise<string>;
  /** Tells what became of an execution, once. @throws NOT_FOUND, FORBIDDEN or CONFLICT. */
  report(actor: Actor, executionId: string, outcome: ExecutionOutcome): Promise<void>;
}

export interface ActionsOptions {
  /** Decides by the revision in force. */
  readonly evaluator: { evaluate(action: Action, acting: Acting): Promise<Decision> };
  readonly repository: ActionRepository;
}

export function createActions({ evaluator, repository }: ActionsOptions): Actions {
  const evaluate: Actions['evaluate'] = async (actor, action, context = {}) => {
    const { projectId, userId, credentialId, kind: credentialKind } = actor;
    const acting = { projectId, userId, credentialId, credentialKind, agentId: context.agentId };
    const decision = await evaluator.evaluate(action, acting);
    return { ...context, action, acting, decision: context.checkpoint === true ? asking(decision) : decision };
  };

  const record: Actions['record'] = (actor, evaluated) =>
    evaluated.decision.anew === undefined
      ? write(repository, actor, evaluated)
      : repository.inTurn(actor, async (turn) => write(turn.repository, actor, await decidedAnew(evaluated, turn.reads)));

  const write = async (own: ActionRepository, actor: Actor, evaluated: Evaluated): Promise<StoredDecision> => {
    const permit = createPermitToken();
    const id = newId();
    const { redacted, anew: _, ...decision } = evaluated.decision;
    const action = redacted?.action ?? evaluated.action;
    const written = await own.decide(actor, {
      ...namesOf(evaluated.action),
      id,
      action,
      words: redacted?.words,
      decision,
      agentId: evaluated.agentId,
      taskId: evaluated.taskId,
      subject: subjectDigest(action, evaluated.acting),
      routes: evaluated.routes ?? routesOf(evaluated.action),
      allowed: decision.obligations.length === 0 ? 'allow' : 'allow_with_obligations',
      permit: { hash: permit.hash, seconds: permitSeconds },
      approval: { id: newId(), terms: decision.approval ?? defaultTerms },
    });
    return {
      decisionId: id,
      decision: settled(decision, written),
      reason: written.reason,
      approval: written.approval ?? undefined,
      permit:
        written.permitExpiresAt === null
          ? undefined
          : { token: permit.token, expiresAt: written.permitExpiresAt, preconditions: preconditionsOf(evaluated.action) },
      evaluated,
      createdAt: written.createdAt,
    };
  };

  const begin = async (result: Promise<SpendResult>, executionId: string): Promise<string> => {
    const refusal = await result;
    if (refusal !== 'done') throw spendError(refusal);
    return executionId;
  };

  return {
    evaluate,
    record,
    isDenied: (actor, taskId, routes) => repository.isDenied(actor, taskId, routes),
    decide: async (actor, action, context) => record(actor, await evaluate(actor, action, context)),
    start(actor, decisionId, permit, digest) {
      const executionId = newId();
      return begin(
        repository.start(actor, { decisionId, tokenHash: hashPermit(permit), digest, executionId, status: 'running' }),
        executionId,
      );
    },
    spend(actor, spending) {
      const execution = { executionId: newId(), status: 'succeeded' } as const;
      const result =
        'permit' in spending
          ? repository.start(actor, { ...spending, ...execution, tokenHash: hashPermit(spending.permit) })
          : repository.spend(actor, { ...spending, ...execution });
      return begin(result, execution.executionId);
    },
    async report(actor, executionId, outcome) {
      const result = await repository.report(actor, executionId, outcome);
      if (result !== 'done') throw reportError(result);
    },
  };
}

/** The decision as one that asks people, unless it denies. */
function asking(decision: Decision): Decision {
  return decision.outcome === 'deny' ? decision : { ...decision, outcome: 'require_approval', approval: decision.approval ?? defaultTerms };
}

/** By the same rules on the past as it is now; the stricter of both, and the newer of two that are as strict. */
async function decidedAnew(evaluated: Evaluated, reads: PastReads): Promise<Evaluated> {
  const { decision: before, checkpoint } = evaluated;
  const decided = (await before.anew?.(reads)) ?? before;
  const now = checkpoint === true ? asking(decided) : decided;
  const stricter = outcomes.indexOf(before.outcome) > outcomes.indexOf(now.outcome) ? before : now;
  return { ...evaluated, decision: { ...stricter, anew: before.anew } };
}

/** What an action is counted and replaced by. */
function namesOf(action: Action): { readonly tool: string | undefined; readonly place: string | undefined } {
  return {
    tool: toolNameOf(action),
    place: placeOf(action),
  };
}

function placeOf(action: Action): string | undefined {
  if (action.kind === 'file.write') return `file.write\n${action.path}`;
  // What it names of the memory or the document is what goes: asked for again after a change, it is the deletion of something else.
  if (action.kind === 'memory.delete') return `memory.delete\n${action.memory_id}`;
  if (action.kind === 'memory.write') return placeOfChange(action);
  return action.kind === 'knowledge.delete' ? `knowledge.delete\n${action.document_id}` : undefined;
}

/** The same change of a memory that says something else by now; another change of it is beside it. */
function placeOfChange({ memory_id: id, content_hash: text, metadata_hash: data, restores }: ActionOf<'memory.write'>): string | undefined {
  return id === undefined ? undefined : `memory.write\n${id}\n${text ?? ''}\n${data ?? ''}\n${restores ?? ''}`;
}

/** The decision with what people had said before. */
function settled(decision: Decision, { outcome, reason, approval }: DecisionRecord): Decision {
  if (reason === null) return decision;
  const matched = reason === 'approved' ? `approval ${approval?.id}` : overruling[reason];
  const said = { rule: reason, clause: 'approval', matched, valueRef: 'approvals' };
  if (reason === 'approved') return { ...decision, outcome, explain: [...decision.explain, said], approval: undefined };
  return { ...decision, outcome, ruleIds: [reason], obligations: [], explain: [said], nearestMiss: undefined, approval: undefined };
}

const overruling = {
  denied_before: 'a person denied this, or another way to do the same in this task',
  too_many_waiting: 'as much as people look at waits for them already; cancel some of it or wait',
} as const;

const told: Readonly<Record<Exclude<SpendRefusal, 'not_found' | 'not_owned'>, string>> = {
  not_permitted: 'this action was not allowed',
  wrong_permit: 'this is not the permit of that decision',
  spent: 'this was used before; ask for the action again',
  expired: 'this has expired; ask for the action again',
  other_action: 'this was given for another action; ask for the one that you are about to do',
  policy_changed: 'the policy has changed since; ask for the action again',
  approval_ended: 'the approval behind this permit has ended; ask for the action again',
  pending: 'nobody has approved this yet',
  denied: 'this was denied',
  cancelled: 'this was cancelled; ask for the action again',
  superseded: 'another approval has taken the place of this one; ask for the action again',
  revoked: 'the approval was revoked; ask for the action again',
};

function spendError(refusal: SpendRefusal): CairnError {
  if (refusal === 'not_found') return new CairnError('NOT_FOUND', { message: 'no such decision or approval in this project' });
  if (refusal === 'not_owned') return new CairnError('FORBIDDEN', { message: 'only the credential that asked may do this' });
  return new CairnError('PERMIT_NOT_USABLE', { message: told[refusal] });
}

function reportError(result: 'not_found' | 'not_owned' | 'reported_before'): CairnError {
  if (result === 'not_found') return new CairnError('NOT_FOUND', { message: 'no execution with that id in this project' });
  if (result === 'not_owned')
    return new CairnError('FORBIDDEN', { message: 'only the credential that began an execution may report on it' });
  return new CairnError('CONFLICT', { message: 'the outcome of this execution was reported before' });
}
