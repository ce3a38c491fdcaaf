import { newKey, newMember, newOwner } from '../accounts/people.ts';
import type { Owner, Someone } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import type { Stage } from '../product/stage.ts';

/** A workspace with a person of each kind, and the agent of its owner. */
export interface Team {
  readonly owner: Owner;
  readonly approver: Someone;
  readonly other: Someone;
  readonly member: Someone;
  readonly projectId: string;
  /** With a key of the owner's. */
  readonly agent: Caller;
  /** With another key of the owner's. */
  readonly agent2: Caller;
  /** Somebody of the team, signed in and at work in the project. */
  at(someone: Someone): Caller;
}

export async function newTeam(stage: Stage): Promise<Team> {
  const owner = await newOwner(stage);
  const [approver, other, member] = await Promise.all(['approver', 'admin', 'member'].map((role) => newMember(stage, owner, role)));
  if (approver === undefined || other === undefined || member === undefined) throw new Error('somebody is missing');
  const keys = await Promise.all([newKey(owner, owner.projectId), newKey(owner, owner.projectId)]);
  const [agent, agent2] = keys.map((key) => callerFor(stage.product.baseUrl, key));
  if (agent === undefined || agent2 === undefined) throw new Error('a key is missing');
  return { owner, approver, other, member, projectId: owner.projectId, agent, agent2, at: (someone) => someone.in(owner.projectId) };
}
