import type { Approval, ApprovalStatus, Voting } from '../api/approvals.ts';
import type { Role } from '../api/people.ts';
import { kindWords, listWords } from '../governance/words.ts';
import type { BadgeTone } from '../ui/tone.ts';
import { roleName } from '../workspace/roles.ts';

interface StatusWords {
  readonly name: string;
  readonly tone: BadgeTone;
  /** What it means, where it has ended. */
  readonly meaning: string;
}

export const statusWords: Readonly<Record<ApprovalStatus, StatusWords>> = {
  pending: { name: 'Waiting', tone: 'wary', meaning: 'It waits for people.' },
  approved: { name: 'Approved', tone: 'good', meaning: 'It was approved. The agent may ask again now and do it.' },
  consumed: { name: 'Used', tone: 'plain', meaning: 'It was approved, and all that was given was used.' },
  denied: { name: 'Denied', tone: 'bad', meaning: 'It was denied. Other ways to the same effect in the same task are denied too.' },
  expired: { name: 'Expired', tone: 'plain', meaning: 'Nobody decided, or used what was given, in time.' },
  cancelled: { name: 'Withdrawn', tone: 'plain', meaning: 'Whoever asked withdrew the request.' },
  superseded: { name: 'Superseded', tone: 'plain', meaning: 'Another ask took its place.' },
  revoked: { name: 'Revoked', tone: 'bad', meaning: 'The approval was revoked before it was used.' },
};

const reasons: Readonly<Record<string, string>> = {
  policy_changed: 'Another policy came into force since: the agent has to ask again.',
  action_changed: 'What was to be done changed since: the agent asked for that anew.',
  approver_lost_rights: 'Somebody who approved may not approve any more.',
  project_moved: 'Its project was moved here since: the agent has to ask again.',
};

/** What a status means for this one. */
export const meaningOf = ({ status, reason }: Pick<Approval, 'status' | 'reason'>): string =>
  (reason !== null && reasons[reason]) || statusWords[status].meaning;

/** What is to be done, in a few words. */
export const deedWords = ({ kind, at_checkpoint: isCheckpoint }: Pick<Approval, 'kind' | 'at_checkpoint'>): string =>
  isCheckpoint ? 'Go on with a task' : kindWords(kind);

/** Roles that may vote, in words. */
export const rolesIn = (roles: readonly string[]): string =>
  listWords(
    roles.map((role) => roleName(role as Role).toLowerCase()),
    'or',
  );

/** Why somebody may not vote on it; undefined when they may, or when it has ended. */
export function whyNot({ voting, roles }: Pick<Approval, 'voting' | 'roles'>): string | undefined {
  return waitingReasons(roles)[voting];
}

const waitingReasons = (roles: readonly string[]): Readonly<Partial<Record<Voting, string>>> => ({
  self_approval:
    'You asked for this, or the agent that did is yours: what somebody asks for, somebody else approves, whichever key, app or session it was asked with.',
  not_an_approver: `Your role does not decide on this. It takes somebody who is ${rolesIn(roles)}.`,
  not_a_person: 'Only people who are signed in decide.',
  voted_before: 'You have voted. A vote is not changed.',
});

/** How many people have to say what, and how many could. `selfApproval`: whoever asked is one of them. */
export function quorumWords(approval: Approval, selfApproval: boolean): string {
  const { quorum, approved_by: given, approvers, roles, veto } = approval;
  const needed = quorum === 1 ? 'One person has to approve' : `${quorum} people have to approve, each by themselves`;
  if (approvers === 0) return `${needed}, and nobody may yet.`;
  const have = given === 0 ? '' : ` ${given} of them ${given === 1 ? 'has' : 'have'}.`;
  const whoever = `whoever is ${rolesIn(roles)}${selfApproval ? '' : ' and did not ask'}`;
  const may = `${approvers < quorum ? 'Only ' : ''}${approvers === 1 ? 'one person' : `${approvers} people`} may vote`;
  const denial = veto || quorum === 1 ? 'One denial ends it.' : `It takes ${quorum} denials to end it.`;
  return `${needed}.${have} ${may.charAt(0).toUpperCase()}${may.slice(1)}: ${whoever}. ${denial}`;
}

/** Who asked. */
export const askerOf = ({ requested_by: by }: Pick<Approval, 'requested_by'>): string => by.name ?? by.email ?? 'Somebody who has left';
