import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Actor, InvitableRole } from '@cairn/core';
import type { Stage } from './suite.ts';

const newHash = (): Uint8Array => createHash('sha256').update(randomBytes(16)).digest();

/** Somebody new in the workspace of the cast, signed in and at work in the first project. */
export async function colleague({ ports, cast }: Stage, role: InvitableRole): Promise<Actor> {
  const email = `person-${randomUUID()}@example.org`;
  await ports.accounts.signUp({ email, name: role, passwordVerifier: 'v1', requestId: 'r' });
  const userId = (await ports.accounts.byEmail(email))?.user.id ?? '';
  const { id: sessionId } = await ports.accounts.openSession(userId, newHash());
  const person = { userId, sessionId, requestId: randomUUID() };
  const secretHash = newHash();
  await ports.directory.invitations.create(cast.person, { workspaceId: cast.workspaceId, secretHash, role, email: null, days: 1 });
  await ports.directory.invitations.accept(person, secretHash);
  return { ...cast.session, userId, ownerId: userId, credentialId: sessionId, role, requestId: randomUUID() };
}
