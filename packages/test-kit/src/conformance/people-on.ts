import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PersonActor } from '@cairn/auth';
import type { InvitableRole, Role } from '@cairn/core';
import { expect } from 'vitest';
import type { Stage } from './suite.ts';

export const newHash = (): Uint8Array => createHash('sha256').update(randomBytes(16)).digest();
export const newEmail = (): string => `person-${randomUUID()}@example.org`;

/** People and workspaces for the tests of a stage. */
export function peopleOn(stage: Stage) {
  const signUp = (email: string, invitation?: Uint8Array) =>
    stage.ports.accounts.signUp({ email, name: 'New', passwordVerifier: 'v1', invitation, requestId: 'r' });

  const newPerson = async (): Promise<PersonActor & { readonly email: string }> => {
    const email = newEmail();
    await signUp(email);
    const userId = (await stage.ports.accounts.byEmail(email))!.user.id;
    const { id: sessionId } = await stage.ports.accounts.openSession(userId, newHash());
    return { userId, sessionId, requestId: randomUUID(), email };
  };

  const newWorkspace = async (owner: PersonActor): Promise<string> => {
    const workspace = await stage.ports.directory.workspaces.createWorkspace(owner, 'Shared');
    if (typeof workspace === 'string') throw new Error(workspace);
    return workspace.id;
  };

  const invite = async (by: PersonActor, workspaceId: string, role: InvitableRole = 'member', email: string | null = null) => {
    const secretHash = newHash();
    const invitation = await stage.ports.directory.invitations.create(by, { workspaceId, secretHash, role, email, days: 7 });
    if (typeof invitation === 'string') throw new Error(invitation);
    return { secretHash, id: invitation.id };
  };

  const join = async (owner: PersonActor, workspaceId: string, role: Role): Promise<PersonActor & { readonly email: string }> => {
    const person = await newPerson();
    const { secretHash } = await invite(owner, workspaceId, role === 'owner' ? 'member' : role);
    expect(await stage.ports.directory.invitations.accept(person, secretHash)).toMatchObject({ id: workspaceId });
    if (role === 'owner') await stage.ports.directory.members.changeRole(owner, { workspaceId, userId: person.userId }, 'owner');
    return person;
  };

  const rolesIn = async (viewer: PersonActor, workspaceId: string) => {
    const members = await stage.ports.directory.members.list(viewer.userId, workspaceId, { limit: 200 });
    return typeof members === 'string' ? members : Object.fromEntries(members.map(({ id, role }) => [id, role]));
  };

  return { signUp, newPerson, newWorkspace, invite, join, rolesIn };
}
