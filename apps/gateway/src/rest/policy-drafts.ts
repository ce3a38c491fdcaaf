import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import { withWorkspace } from '@cairn/governance';
import type { GovernedStores, PolicyRevision, PolicyScope, Revision } from '@cairn/governance';

interface Place {
  readonly scope: PolicyScope;
  readonly number: number;
}

/** @throws NOT_FOUND */
export async function foundRevision(stores: GovernedStores, actor: Actor, { scope, number }: Place): Promise<PolicyRevision> {
  const revision = await stores.policies.get(actor, scope, number);
  if (!revision) throw new CairnError('NOT_FOUND', { message: `there is no revision ${number} of the policy of this ${scope}` });
  return revision;
}

/** @throws NOT_FOUND, or CONFLICT when it cannot be read. */
export async function readableRevision(stores: GovernedStores, actor: Actor, place: Place): Promise<PolicyRevision> {
  const revision = await foundRevision(stores, actor, place);
  if (revision.fault === null) return revision;
  throw new CairnError('CONFLICT', { message: `this revision cannot be read: ${revision.fault}` });
}

/** A revision as it would decide: rules of a project below those of the workspace in force, rules of a workspace above the project's. */
export async function inPlace(
  stores: GovernedStores,
  actor: Actor,
  { scope, revision }: { scope: PolicyScope; revision: PolicyRevision },
): Promise<Revision> {
  const other = await stores.policies.current(actor, scope === 'project' ? 'workspace' : 'project');
  return scope === 'project' ? withWorkspace(revision, other) : withWorkspace(other, revision);
}
