import { describe, expect, test } from 'vitest';
import { newKeySecret } from '../store-fixture.ts';
import { peopleOn } from './people-on.ts';
import type { Stage } from './suite.ts';

/** What becomes of a deleted account. */
export function accountRemovalConformance(stage: Stage): void {
  const { signUp, newPerson, newWorkspace, invite, join, rolesIn } = peopleOn(stage);

  describe('deleting an account', () => {
    test('an account is deleted with the workspaces in which nobody else is', async () => {
      const person = await newPerson();
      const [own] = await stage.ports.accounts.memberships(person.userId);
      const second = await newWorkspace(person);
      expect(await stage.ports.accounts.remove(person, 'v0')).toBe('stale');
      expect(await stage.ports.accounts.remove(person, 'v1')).toBe('done');
      expect(await stage.ports.accounts.byEmail(person.email)).toBeUndefined();
      expect(await stage.ports.sessions.list(person.userId, 100)).toEqual([]);
      expect(await stage.ports.accounts.remove(person, 'v1')).toBe('stale');
      const left = new Set((await stage.ports.operator.walk({ limit: 1000 })).map(({ id }) => id));
      expect([own?.id, second].filter((id) => id === undefined || left.has(id))).toEqual([]);
      expect(await signUp(person.email)).toBe('done');
    });

    test('an account leaves what others share, and takes what is its own', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const project = await stage.ports.directory.workspaces.createProject(owner, workspaceId, 'Shared');
      if (typeof project === 'string') throw new Error(project);
      const leaving = await join(owner, workspaceId, 'owner');
      const { secretHash } = await invite(leaving, workspaceId);
      const [theirs, others] = [newKeySecret(), newKeySecret()];
      const session = { ...stage.cast.session, projectId: project.id };
      await stage.ports.directory.apiKeys.create({ ...session, userId: leaving.userId }, 'theirs', theirs);
      await stage.ports.directory.apiKeys.create({ ...session, userId: owner.userId }, 'others', others);
      const actorOf = async ({ hash }: { hash: Uint8Array }) => ({ ...session, ...(await stage.ports.credentials.apiKey(hash))! });
      const [gone, kept] = [await actorOf(theirs), await actorOf(others)];
      await stage.ports.stores.memories.save(gone, { content: 'of the one who leaves' });
      await stage.ports.stores.memories.save(kept, { content: 'of the one who stays' });
      expect(await stage.ports.accounts.remove(leaving, 'v1')).toBe('done');
      expect(await rolesIn(owner, workspaceId)).toEqual({ [owner.userId]: 'owner' });
      expect(await stage.ports.invitations.look(secretHash)).toBeUndefined();
      expect(await stage.ports.credentials.apiKey(theirs.hash)).toBeUndefined();
      const page = { limit: 10, offset: 0 };
      expect(await stage.ports.stores.memories.page(kept, page)).toMatchObject({
        items: [{ content: 'of the one who stays' }],
        total: 1,
      });
      expect(await stage.ports.stores.memories.page(gone, page)).toMatchObject({ items: [], total: 0 });
    });

    test('the only owner of a workspace that others are in stays, and so does all of theirs', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const member = await join(owner, workspaceId, 'admin');
      expect(await stage.ports.accounts.remove(owner, 'v1')).toEqual({ onlyOwnerOf: ['Shared'] });
      expect(await stage.ports.accounts.memberships(owner.userId)).toHaveLength(2);
      await stage.ports.directory.members.changeRole(owner, { workspaceId, userId: member.userId }, 'owner');
      expect(await stage.ports.accounts.remove(owner, 'v1')).toBe('done');
      expect(await rolesIn(member, workspaceId)).toEqual({ [member.userId]: 'owner' });
    });

    test('of two owners who delete their accounts at once one stays, if others are there', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const second = await join(owner, workspaceId, 'owner');
      const member = await join(owner, workspaceId, 'member');
      const outcomes = await Promise.all([owner, second].map((person) => stage.ports.accounts.remove(person, 'v1')));
      expect(outcomes).toContain('done');
      expect(outcomes).toContainEqual({ onlyOwnerOf: ['Shared'] });
      const roles = Object.values((await rolesIn(member, workspaceId)) as Record<string, string>);
      expect([roles.length, new Set(roles)]).toEqual([2, new Set(['member', 'owner'])]);
    });
  });
}
