import type { PersonActor } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import { checkRevision } from '@cairn/governance';
import { activateRevision } from '../activate-revision.ts';
import { readableRevision } from '../policy-drafts.ts';
import type { RestDeps } from '../rest-deps.ts';
import type { Imported } from './import-project.ts';

export interface PolicyOutcome {
  readonly active: number;
  readonly wanted: number;
  readonly reason?: string;
}

/**
 * Puts the revision in force that was in force where the project comes from, by the checks and under the rules that hold for any. What
 * they refuse stays a draft, and the built-in revision decides.
 */
export async function comeIntoForce(deps: RestDeps, person: PersonActor, imported: Imported): Promise<PolicyOutcome> {
  const { project, created, wantedPolicy: number } = imported;
  if (!created || number === 0) return { active: 0, wanted: number };
  try {
    const actor = await managerOf(deps, person, project);
    const faults = checkRevision(await readableRevision(deps.stores, actor, { scope: 'project', number }));
    const [fault] = faults;
    if (fault) return { active: 0, wanted: number, reason: `it does not pass the checks of this service: ${fault.path} ${fault.message}` };
    await activateRevision(deps, actor, { scope: 'project', number });
    await deps.evaluator.settle();
    return { active: number, wanted: number };
  } catch (error) {
    if (!(error instanceof CairnError) || error.code === 'STORE_UNAVAILABLE') throw error;
    return { active: 0, wanted: number, reason: error.message };
  }
}

/** The person at work in the project that has just come. */
async function managerOf(
  { directory }: RestDeps,
  { userId, sessionId, requestId, traceId = '' }: PersonActor,
  { id: projectId, workspaceId }: Imported['project'],
): Promise<Actor> {
  const workspace = await directory.workspaces.workspace(userId, workspaceId);
  if (!workspace) throw new CairnError('FORBIDDEN');
  const { plan, role } = workspace;
  return { kind: 'session', credentialId: sessionId, ownerId: userId, userId, projectId, workspaceId, plan, role, requestId, traceId };
}
