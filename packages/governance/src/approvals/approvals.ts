import { CairnError } from '@cairn/core';
import type { Actor, Walk } from '@cairn/core';
import type { ActionRepository, ApprovalFilter, VoteResult, WithdrawResult } from '../actions/action-repository.ts';
import type { Approval, NewVote } from './approval.ts';

/** Whose approvals somebody sees: all of the project, or what they asked for themselves. */
export type Sight = 'all' | 'own';

/** What people do with approvals. */
export interface Approvals {
  list(actor: Actor, walk: Walk, filter: Pick<ApprovalFilter, 'status'>): Promise<readonly Approval[]>;
  /** @throws NOT_FOUND. */
  get(actor: Actor, id: string): Promise<Approval>;
  /** @throws NOT_FOUND, SELF_APPROVAL, FORBIDDEN, INVALID_ARGUMENT for a grant beyond the rule's, or CONFLICT. */
  vote(actor: Actor, id: string, vote: NewVote): Promise<Approval>;
  /** Ends what the actor asked for, or was given. @throws NOT_FOUND, FORBIDDEN or CONFLICT. */
  cancel(actor: Actor, id: string): Promise<Approval>;
  /** Takes back what was approved. @throws NOT_FOUND, FORBIDDEN or CONFLICT. */
  revoke(actor: Actor, id: string): Promise<Approval>;
}

export function createApprovals(repository: ActionRepository, sight: Sight): Approvals {
  const owner = ({ userId }: Actor): string | undefined => (sight === 'own' ? userId : undefined);

  const get = async (actor: Actor, id: string): Promise<Approval> => {
    const approval = await repository.approval(actor, id);
    if (approval === undefined || (sight === 'own' && approval.requestedBy.id !== actor.userId)) throw missing();
    return approval;
  };

  /** What a result leaves behind, as whoever acted sees it. */
  const after = async (actor: Actor, id: string, error: CairnError | undefined): Promise<Approval> => {
    if (error !== undefined) throw error;
    const approval = await repository.approval(actor, id);
    if (approval === undefined) throw missing();
    return approval;
  };

  return {
    list: (actor, walk, { status }) => repository.approvals(actor, walk, { status, requestedBy: owner(actor) }),
    get,
    vote: async (actor, id, vote) => after(actor, id, voteError(await repository.vote(actor, id, vote))),
    cancel: async (actor, id) => after(actor, id, withdrawError(await repository.withdraw(actor, id, 'cancel'))),
    revoke: async (actor, id) => after(actor, id, withdrawError(await repository.withdraw(actor, id, 'revoke'))),
  };
}

/** Whether a person may vote on it now, or why not. */
export function votingOf(approval: Approval, actor: Actor, selfApproval: boolean): 'may_vote' | VoteResult {
  if (approval.excluded.includes(actor.userId) && !selfApproval) return 'self_approval';
  if (actor.kind !== 'session') return 'not_a_person';
  if (!approval.terms.roles.some((role) => role === actor.role)) return 'not_an_approver';
  if (approval.status !== 'pending') return approval.status;
  return approval.votes.some(({ userId }) => userId === actor.userId) ? 'voted_before' : 'may_vote';
}

const missing = (): CairnError => new CairnError('NOT_FOUND', { message: 'no approval with that id in this project' });

const forbidden = (message: string): CairnError => new CairnError('FORBIDDEN', { message });

function voteError(result: VoteResult): CairnError | undefined {
  if (result === 'done') return undefined;
  if (result === 'self_approval') return new CairnError('SELF_APPROVAL');
  if (result === 'voted_before') return new CairnError('CONFLICT', { message: 'you have voted on this before; a vote is not changed' });
  if (result === 'grant_too_wide') {
    const message = 'is more than the rule lets a vote give; see `grants` of the approval';
    return new CairnError('INVALID_ARGUMENT', { message: `not valid: grant ${message}`, issues: [{ path: 'grant', message }] });
  }
  return refusal(result);
}

function withdrawError(result: WithdrawResult): CairnError | undefined {
  if (result === 'done') return undefined;
  return result === 'not_owned' ? forbidden('only whoever asked for it may cancel it') : refusal(result);
}

function refusal(result: Exclude<VoteResult | WithdrawResult, 'done'>): CairnError {
  if (result === 'not_found') return missing();
  if (result === 'not_a_person') return forbidden('only a signed-in person may do that; an API key or a connected app never approves');
  if (result === 'not_an_approver') return forbidden('your role in this workspace does not decide on this approval');
  return new CairnError('CONFLICT', { message: `this approval is ${result}` });
}
