import { createApiKeySecret } from '@cairn/auth';
import type { Actor, Principal } from '@cairn/core';
import type { Repositories } from '@cairn/storage';

/** A project with one key. */
export interface BenchProject {
  readonly key: string;
  /** The key as a caller. */
  readonly actor: Actor;
}

/** The first account's project. */
export async function createFirstProject({ bootstrap, credentials }: Repositories): Promise<BenchProject> {
  const { secret, ...key } = createApiKeySecret();
  await bootstrap.bootstrap(async () => ({ email: 'bench@example.org', passwordVerifier: 'nobody signs in', key }));
  return { key: secret, actor: actorOf(await credentials.apiKey(key.hash)) };
}

/** Another project of the same person. */
export async function createProject({ directory, credentials }: Repositories, first: BenchProject, name: string): Promise<BenchProject> {
  const { userId, workspaceId, credentialId } = first.actor;
  const project = await directory.workspaces.createProject(
    { userId, sessionId: credentialId, requestId: 'bench', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    workspaceId,
    name,
  );
  if (typeof project === 'string') throw new Error(`a project could not be made: ${project}`);
  const { secret, ...key } = createApiKeySecret();
  await directory.apiKeys.create({ ...first.actor, projectId: project.id }, 'bench', key);
  return { key: secret, actor: actorOf(await credentials.apiKey(key.hash)) };
}

function actorOf(principal: Principal | undefined): Actor {
  if (!principal) throw new Error('a key that was just made does not resolve');
  return { ...principal, requestId: 'bench', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };
}
