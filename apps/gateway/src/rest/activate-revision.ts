import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import type { GovernedStores, PolicyRevision, PolicyScope } from '@cairn/governance';
import type { RestDeps } from './rest-deps.ts';

interface Activation {
  readonly scope: PolicyScope;
  readonly number: number;
}

/**
 * Puts a revision in force, as far as the one in force lets that be done. An owner goes back to the built-in one whatever it says, so that
 * nobody is locked out; the audit tells of it.
 */
export async function activateRevision({ governor, stores }: RestDeps, actor: Actor, activation: Activation): Promise<PolicyRevision> {
  const { scope, number } = activation;
  const activate = (own: GovernedStores, reason?: string) => activated(own, actor, { ...activation, reason });
  try {
    const action = { kind: 'policy.change', revision: number, ...(scope === 'workspace' && { scope }) } as const;
    const ruling = await governor.evaluate(actor, 'policy.change', () => ({ action }));
    return await governor.carryOut(actor, ruling, (own) => activate(own));
  } catch (error) {
    const isRefused = error instanceof CairnError && (error.code === 'POLICY_DENIED' || error.code === 'APPROVAL_REQUIRED');
    if (!isRefused || number !== 0 || actor.role !== 'owner') throw error;
    return stores.together(actor, (own) => activate(own, 'reset_by_owner'));
  }
}

async function activated(
  stores: GovernedStores,
  actor: Actor,
  { scope, number, reason }: Activation & { readonly reason: string | undefined },
): Promise<PolicyRevision> {
  const outcome = await stores.policies.activate(actor, scope, number, reason);
  const revision = outcome === 'done' ? await stores.policies.get(actor, scope, number) : undefined;
  if (!revision) throw new CairnError('NOT_FOUND', { message: `there is no revision ${number} of the policy of this ${scope}` });
  return revision;
}
