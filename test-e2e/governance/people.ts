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

export async function newTeam(stage: Pick<Stage, 'product'>): Promise<Team> {
  const owner = await newOwner(stage);
  const [approver, other, member] = await Promise.all(['approver', 'admin', 'member'].map((role) => newMember(stage, owner, role)));
  if (approver === undefined || other === undefined || member === undefined) throw new Error('somebody is missing');
  return atWork(stage, { owner, approver, other, member }, owner.projectId);
}

/** The same people at work in a project of its own, which no other test has touched. */
export async function newPlace(stage: Pick<Stage, 'product'>, team: Team): Promise<Team> {
  const { owner } = team;
  const made = await owner.in(team.projectId).rest('POST', '/v1/projects', { name: 'another', workspace_id: owner.workspaceId });
  if (made.status !== 201) throw new Error(`no project: ${made.text}`);
  return atWork(stage, team, made.body.id);
}

type People = Pick<Team, 'owner' | 'approver' | 'other' | 'member'>;

async function atWork(stage: Pick<Stage, 'product'>, { owner, approver, other, member }: People, projectId: string): Promise<Team> {
  const keys = await Promise.all([newKey(owner, projectId), newKey(owner, projectId)]);
  const [agent, agent2] = keys.map((key) => callerFor(stage.product.baseUrl, key));
  if (agent === undefined || agent2 === undefined) throw new Error('a key is missing');
  return { owner, approver, other, member, projectId, agent, agent2, at: (someone) => someone.in(projectId) };
}
