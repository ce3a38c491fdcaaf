import { randomUUID } from 'node:crypto';
import type { PersonActor } from '@cairn/auth';
import { describe, expect, test } from 'vitest';
import { newKeySecret } from '../store-fixture.ts';
import { newEmail, newHash, peopleOn } from './people-on.ts';
import type { Stage } from './suite.ts';

/** What every repository of accounts, sessions, members and invitations keeps to. */
export function peopleConformance(stage: Stage): void {
  const { signUp, newPerson, newWorkspace, invite, join, rolesIn } = peopleOn(stage);

  describe('accounts', () => {
    test('a new account has a workspace and a project of its own', async () => {
      const { userId, email } = await newPerson();
      expect(await stage.ports.accounts.user(userId)).toMatchObject({ email, name: 'New' });
      expect(await stage.ports.accounts.memberships(userId)).toMatchObject([
        { role: 'owner', plan: 'free', projects: [{ name: expect.any(String) }] },
      ]);
    });

    test('a taken e-mail, in any case, leaves the account as it is and makes nothing', async () => {
      const { userId, email } = await newPerson();
      const again = { email: email.toUpperCase(), name: 'Other', passwordVerifier: 'v2', requestId: 'r' };
      expect(await stage.ports.accounts.signUp(again)).toBe('taken');
      expect(await stage.ports.accounts.byId(userId)).toMatchObject({ user: { email, name: 'New' }, passwordVerifier: 'v1' });
      expect(await stage.ports.accounts.memberships(userId)).toHaveLength(1);
    });

    test('ten sign-ups of one e-mail at once make one account', async () => {
      const email = newEmail();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp(email)));
      expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 9 }, () => 'taken')]);
    });

    test('a person is renamed, and unnamed', async () => {
      const person = await newPerson();
      expect(await stage.ports.accounts.rename(person, 'Ada')).toMatchObject({ id: person.userId, name: 'Ada' });
      expect(await stage.ports.accounts.rename(person, null)).toMatchObject({ name: null });
      expect(await stage.ports.accounts.rename({ ...person, userId: randomUUID() }, 'Ada')).toBeUndefined();
    });

    test('a new password ends every session but the one that changed it', async () => {
      const person = await newPerson();
      const other = newHash();
      await stage.ports.accounts.openSession(person.userId, other);
      expect(await stage.ports.accounts.changePassword(person, { from: 'v1', to: 'v2' })).toBe(true);
      expect(await stage.ports.credentials.sessionUser(other)).toBeUndefined();
      expect((await stage.ports.sessions.list(person.userId, 100)).map(({ id }) => id)).toEqual([person.sessionId]);
      expect((await stage.ports.accounts.byId(person.userId))?.passwordVerifier).toBe('v2');
    });

    test('of two changes of one password at once one counts', async () => {
      const person = await newPerson();
      const outcomes = await Promise.all(['v2', 'v3'].map((to) => stage.ports.accounts.changePassword(person, { from: 'v1', to })));
      expect(outcomes.filter((isDone) => isDone)).toHaveLength(1);
    });

    test('sign-ins that a change of the password overtakes leave no session', async () => {
      const person = await newPerson();
      const signIns = Array.from({ length: 8 }, () =>
        stage.ports.accounts
          .openSession(person.userId, newHash(), { passwordVerifier: 'v1' })
          .catch((error: { code: string }) => error.code),
      );
      const [isChanged, ...others] = await Promise.all([stage.ports.accounts.changePassword(person, { from: 'v1', to: 'v2' }), ...signIns]);
      expect(isChanged).toBe(true);
      expect(others.filter((other) => typeof other === 'string' && other !== 'UNAUTHORIZED')).toEqual([]);
      expect((await stage.ports.sessions.list(person.userId, 100)).map(({ id }) => id)).toEqual([person.sessionId]);
    });

    test('an e-mail is changed while the password is still the one that was checked', async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      const { accounts } = stage.ports;
      const email = newEmail();
      expect(await accounts.changeEmail(person, { passwordVerifier: 'v0', email })).toBe('stale');
      expect(await accounts.changeEmail(person, { passwordVerifier: 'v1', email: other.email.toUpperCase() })).toBe('taken');
      expect(await accounts.changeEmail(person, { passwordVerifier: 'v1', email })).toMatchObject({ id: person.userId, email });
      expect(await accounts.byEmail(person.email)).toBeUndefined();
      expect((await accounts.byEmail(email.toUpperCase()))?.user.id).toBe(person.userId);
    });

    test('of two people who want one e-mail at once one gets it', async () => {
      const [one, other] = [await newPerson(), await newPerson()];
      const email = newEmail();
      const asked = [one, other].map((person) => stage.ports.accounts.changeEmail(person, { passwordVerifier: 'v1', email }));
      const outcomes = await Promise.all([...asked, signUp(email)]);
      expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(2);
    });

    test('the operator replaces a password, which ends every session', async () => {
      const person = await newPerson();
      const { operator } = stage.ports;
      expect(await operator.setPassword(person.email.toUpperCase(), 'v2', 'r')).toBe(true);
      expect(await stage.ports.sessions.list(person.userId, 100)).toEqual([]);
      expect((await stage.ports.accounts.byId(person.userId))?.passwordVerifier).toBe('v2');
      expect(await operator.setPassword(newEmail(), 'v2', 'r')).toBe(false);
    });

    test('a password that was replaced opens no session any more', async () => {
      const person = await newPerson();
      await stage.ports.accounts.changePassword(person, { from: 'v1', to: 'v2' });
      const late = stage.ports.accounts.openSession(person.userId, newHash(), { passwordVerifier: 'v1' });
      await expect(late).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      await stage.ports.accounts.openSession(person.userId, newHash(), { passwordVerifier: 'v2' });
    });
  });

  describe('sessions', () => {
    test('are listed with what opened them, the one used last first', async () => {
      const person = await newPerson();
      const { id } = await stage.ports.accounts.openSession(person.userId, newHash(), { userAgent: 'Browser 1' });
      const listed = await stage.ports.sessions.list(person.userId, 100);
      expect(listed.map((session) => [session.id, session.userAgent])).toEqual([
        [id, 'Browser 1'],
        [person.sessionId, null],
      ]);
      expect(await stage.ports.sessions.list(person.userId, 1)).toHaveLength(1);
    });

    test('are ended by their own person only, once', async () => {
      const [person, stranger] = await Promise.all([newPerson(), newPerson()]);
      expect(await stage.ports.sessions.end(stranger, person.sessionId)).toBe(false);
      expect(await stage.ports.sessions.end(person, person.sessionId)).toBe(true);
      expect(await stage.ports.sessions.end(person, person.sessionId)).toBe(false);
    });

    test('are all ended but the one that asks', async () => {
      const [person, stranger] = await Promise.all([newPerson(), newPerson()]);
      await stage.ports.accounts.openSession(person.userId, newHash());
      await stage.ports.sessions.endOthers(person);
      expect((await stage.ports.sessions.list(person.userId, 100)).map(({ id }) => id)).toEqual([person.sessionId]);
      expect(await stage.ports.sessions.list(stranger.userId, 100)).toHaveLength(1);
    });
  });

  describe('members', () => {
    test('are listed newest first, to members only', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const viewer = await join(owner, workspaceId, 'viewer');
      const listed = await stage.ports.directory.members.list(viewer.userId, workspaceId, { limit: 200 });
      expect(listed).toMatchObject([
        { id: viewer.userId, email: viewer.email, role: 'viewer' },
        { id: owner.userId, role: 'owner' },
      ]);
      if (typeof listed === 'string') throw new Error(listed);
      const rest = await stage.ports.directory.members.list(owner.userId, workspaceId, { limit: 200, after: listed[0] });
      expect(rest).toEqual(listed.slice(1));
      const stranger = await newPerson();
      expect(await stage.ports.directory.members.list(stranger.userId, workspaceId, { limit: 200 })).toBe('not_found');
    });

    test('change their role as the table of rights says', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const [admin, member, target, stranger] = [
        await join(owner, workspaceId, 'admin'),
        await join(owner, workspaceId, 'member'),
        await join(owner, workspaceId, 'viewer'),
        await newPerson(),
      ];
      const { members } = stage.ports.directory;
      const name = { workspaceId, userId: target.userId };
      expect(await members.changeRole(stranger, name, 'admin')).toBe('not_found');
      expect(await members.changeRole(member, name, 'viewer')).toBe('forbidden');
      expect(await members.changeRole(target, name, 'admin')).toBe('forbidden');
      expect(await members.changeRole(admin, name, 'owner')).toBe('forbidden');
      expect(await members.changeRole(admin, { workspaceId, userId: admin.userId }, 'owner')).toBe('forbidden');
      expect(await members.changeRole(admin, { workspaceId, userId: owner.userId }, 'member')).toBe('forbidden');
      expect(await members.changeRole(admin, name, 'admin')).toMatchObject({ id: target.userId, role: 'admin' });
      expect(await members.changeRole(owner, name, 'owner')).toMatchObject({ role: 'owner' });
      expect(await members.changeRole(owner, { workspaceId, userId: stranger.userId }, 'member')).toBe('not_found');
      expect(await rolesIn(owner, workspaceId)).toMatchObject({ [target.userId]: 'owner', [admin.userId]: 'admin' });
    });

    test('are removed as the table of rights says, and may leave', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const [admin, member, viewer] = [
        await join(owner, workspaceId, 'admin'),
        await join(owner, workspaceId, 'member'),
        await join(owner, workspaceId, 'viewer'),
      ];
      const remove = (by: PersonActor, who: PersonActor) => stage.ports.directory.members.remove(by, { workspaceId, userId: who.userId });
      expect(await remove(viewer, member)).toBe('forbidden');
      expect(await remove(admin, owner)).toBe('forbidden');
      expect(await remove(admin, member)).toBe('done');
      expect(await remove(admin, member)).toBe('not_found');
      expect(await remove(viewer, viewer)).toBe('done');
      expect(await rolesIn(owner, workspaceId)).toEqual({ [owner.userId]: 'owner', [admin.userId]: 'admin' });
      expect(await rolesIn(viewer, workspaceId)).toBe('not_found');
    });

    test('the last owner neither leaves nor steps down', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const second = await join(owner, workspaceId, 'owner');
      const { members } = stage.ports.directory;
      expect(await members.changeRole(second, { workspaceId, userId: owner.userId }, 'member')).toMatchObject({ role: 'member' });
      expect(await members.changeRole(second, { workspaceId, userId: second.userId }, 'admin')).toBe('last_owner');
      expect(await members.remove(second, { workspaceId, userId: second.userId })).toBe('last_owner');
    });

    test('two owners who remove each other at once leave one', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const second = await join(owner, workspaceId, 'owner');
      const outcomes = await Promise.all([
        stage.ports.directory.members.remove(owner, { workspaceId, userId: second.userId }),
        stage.ports.directory.members.changeRole(second, { workspaceId, userId: owner.userId }, 'viewer'),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'not_found' || outcome === 'forbidden')).toHaveLength(1);
      const left = await Promise.all([owner, second].map((person) => rolesIn(person, workspaceId)));
      const roles = left.find((one) => typeof one !== 'string');
      expect(Object.values(roles ?? {})).toContain('owner');
    });

    test("a removed person's keys are revoked, and stay so when the person comes back", async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const project = await stage.ports.directory.workspaces.createProject(owner, workspaceId, 'P');
      if (typeof project === 'string') throw new Error(project);
      const member = await join(owner, workspaceId, 'member');
      const [theirs, others] = [newKeySecret(), newKeySecret()];
      const actor = { ...stage.cast.session, projectId: project.id, userId: member.userId };
      await stage.ports.directory.apiKeys.create(actor, 'theirs', theirs);
      await stage.ports.directory.apiKeys.create({ ...actor, userId: owner.userId }, 'others', others);
      expect(await stage.ports.credentials.apiKey(theirs.hash)).toMatchObject({ role: 'member' });
      await stage.ports.directory.members.changeRole(owner, { workspaceId, userId: member.userId }, 'viewer');
      expect(await stage.ports.credentials.apiKey(theirs.hash)).toMatchObject({ role: 'viewer' });
      await stage.ports.directory.members.remove(owner, { workspaceId, userId: member.userId });
      expect(await stage.ports.credentials.apiKey(theirs.hash)).toBeUndefined();
      const { secretHash } = await invite(owner, workspaceId);
      await stage.ports.directory.invitations.accept(member, secretHash);
      expect(await stage.ports.credentials.apiKey(theirs.hash)).toBeUndefined();
      expect(await stage.ports.credentials.apiKey(others.hash)).toMatchObject({ role: 'owner' });
    });
  });

  describe('invitations', () => {
    test('are seen by their secret, and serve once', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const { secretHash, id } = await invite(owner, workspaceId, 'approver');
      expect(await stage.ports.invitations.look(secretHash)).toMatchObject({
        workspaceName: 'Shared',
        role: 'approver',
        invitedBy: 'New',
        isBound: false,
      });
      expect(await stage.ports.directory.invitations.list(owner.userId, workspaceId, { limit: 10 })).toMatchObject([{ id }]);
      const person = await newPerson();
      expect(await stage.ports.directory.invitations.accept(person, secretHash)).toMatchObject({ id: workspaceId, role: 'approver' });
      expect(await stage.ports.invitations.look(secretHash)).toBeUndefined();
      expect(await stage.ports.directory.invitations.accept(await newPerson(), secretHash)).toBe('no_invitation');
      expect(await stage.ports.directory.invitations.list(owner.userId, workspaceId, { limit: 10 })).toEqual([]);
      expect(await stage.ports.directory.invitations.revoke(owner, workspaceId, id)).toBe('not_found');
    });

    test('ten people at once with one link make one member', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const { secretHash } = await invite(owner, workspaceId);
      const people = await Promise.all(Array.from({ length: 6 }, newPerson));
      const outcomes = await Promise.all([
        ...people.map((person) => stage.ports.directory.invitations.accept(person, secretHash)),
        ...Array.from({ length: 4 }, () => signUp(newEmail(), secretHash)),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'no_invitation')).toHaveLength(9);
      expect(Object.keys(await rolesIn(owner, workspaceId))).toHaveLength(2);
    });

    test('that are bound serve their e-mail only, in any case', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const person = await newPerson();
      const { secretHash } = await invite(owner, workspaceId, 'member', person.email.toUpperCase());
      expect(await stage.ports.invitations.look(secretHash)).toMatchObject({ isBound: true });
      expect(await stage.ports.directory.invitations.accept(await newPerson(), secretHash)).toBe('other_email');
      expect(await signUp(newEmail(), secretHash)).toBe('other_email');
      expect(await stage.ports.directory.invitations.accept(person, secretHash)).toMatchObject({ id: workspaceId });
    });

    test('are accepted by signing up, which makes no workspace then', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const { secretHash } = await invite(owner, workspaceId, 'viewer');
      const email = newEmail();
      expect(await signUp(email, secretHash)).toBe('done');
      const { user } = (await stage.ports.accounts.byEmail(email))!;
      expect(await stage.ports.accounts.memberships(user.id)).toMatchObject([{ id: workspaceId, role: 'viewer' }]);
      expect(await signUp(newEmail(), secretHash)).toBe('no_invitation');
    });

    test('stay as they are for a taken e-mail and for a member', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const { secretHash } = await invite(owner, workspaceId);
      const person = await newPerson();
      expect(await signUp(person.email, secretHash)).toBe('taken');
      expect(await stage.ports.directory.invitations.accept(owner, secretHash)).toBe('member');
      expect(await stage.ports.directory.invitations.accept(person, secretHash)).toMatchObject({ id: workspaceId });
    });

    test('are made, listed and revoked by owners and admins', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const [admin, member, stranger] = [
        await join(owner, workspaceId, 'admin'),
        await join(owner, workspaceId, 'member'),
        await newPerson(),
      ];
      const { invitations } = stage.ports.directory;
      const wish = { workspaceId, secretHash: newHash(), role: 'viewer', email: null, days: 1 } as const;
      expect(await invitations.create(member, wish)).toBe('forbidden');
      expect(await invitations.create(stranger, wish)).toBe('not_found');
      expect(await invitations.list(member.userId, workspaceId, { limit: 10 })).toBe('forbidden');
      expect(await invitations.list(stranger.userId, workspaceId, { limit: 10 })).toBe('not_found');
      const { id, secretHash } = await invite(admin, workspaceId, 'admin');
      expect(await invitations.revoke(member, workspaceId, id)).toBe('forbidden');
      expect(await invitations.revoke(stranger, workspaceId, id)).toBe('not_found');
      expect(await invitations.revoke(owner, await newWorkspace(owner), id)).toBe('not_found');
      expect(await invitations.revoke(owner, workspaceId, id)).toBe('done');
      expect(await stage.ports.invitations.look(secretHash)).toBeUndefined();
      expect(await invitations.accept(stranger, secretHash)).toBe('no_invitation');
    });

    test('die with the right of whoever made them', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const [one, other] = [await join(owner, workspaceId, 'admin'), await join(owner, workspaceId, 'admin')];
      const [ofOne, ofOther, ofOwner] = [
        await invite(one, workspaceId),
        await invite(other, workspaceId),
        await invite(owner, workspaceId),
      ];
      await stage.ports.directory.members.remove(owner, { workspaceId, userId: one.userId });
      await stage.ports.directory.members.changeRole(owner, { workspaceId, userId: other.userId }, 'member');
      expect(await stage.ports.directory.invitations.accept(one, ofOne.secretHash)).toBe('no_invitation');
      expect(await stage.ports.invitations.look(ofOther.secretHash)).toBeUndefined();
      expect(await stage.ports.invitations.look(ofOwner.secretHash)).toBeDefined();
    });

    test('are bounded in a workspace', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      for (let made = 0; made < 100; made += 1) await invite(owner, workspaceId);
      const wish = { workspaceId, secretHash: newHash(), role: 'viewer', email: null, days: 1 } as const;
      expect(await stage.ports.directory.invitations.create(owner, wish)).toBe('too_many');
    });
  });

  describe('workspaces', () => {
    test('are read by members, renamed by owners and admins, deleted by owners', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const [admin, member, stranger] = [
        await join(owner, workspaceId, 'admin'),
        await join(owner, workspaceId, 'member'),
        await newPerson(),
      ];
      const { workspaces } = stage.ports.directory;
      expect(await workspaces.workspace(member.userId, workspaceId)).toMatchObject({ id: workspaceId, role: 'member' });
      expect(await workspaces.workspace(stranger.userId, workspaceId)).toBeUndefined();
      expect(await workspaces.renameWorkspace(stranger, workspaceId, 'x')).toBe('not_found');
      expect(await workspaces.renameWorkspace(member, workspaceId, 'x')).toBe('forbidden');
      expect(await workspaces.renameWorkspace(admin, workspaceId, 'Renamed')).toMatchObject({ name: 'Renamed', role: 'admin' });
      expect(await workspaces.deleteWorkspace(stranger, workspaceId)).toBe('not_found');
      expect(await workspaces.deleteWorkspace(admin, workspaceId)).toBe('forbidden');
      const { secretHash } = await invite(owner, workspaceId);
      const project = await workspaces.createProject(owner, workspaceId, 'Doomed');
      if (typeof project === 'string') throw new Error(project);
      const secret = newKeySecret();
      await stage.ports.directory.apiKeys.create({ ...stage.cast.session, projectId: project.id, userId: owner.userId }, 'k', secret);
      const actor = {
        ...(await stage.ports.credentials.apiKey(secret.hash))!,
        requestId: 'r',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      };
      await stage.ports.stores.memories.save(actor, { content: 'doomed' });
      expect(await workspaces.deleteWorkspace(owner, workspaceId)).toBe('done');
      expect(await workspaces.workspace(owner.userId, workspaceId)).toBeUndefined();
      expect(await workspaces.project(owner.userId, project.id)).toBeUndefined();
      expect(await stage.ports.credentials.apiKey(secret.hash)).toBeUndefined();
      expect(await stage.ports.invitations.look(secretHash)).toBeUndefined();
      await expect(stage.ports.stores.memories.page(actor, { limit: 1, offset: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('get their plan from the operator, who sees all of them', async () => {
      const owner = await newPerson();
      const workspaceId = await newWorkspace(owner);
      const { operator } = stage.ports;
      const all = await operator.walk({ limit: 200 });
      expect(all.find(({ id }) => id === workspaceId)).toMatchObject({ plan: 'free', owners: [owner.email], members: 1, projects: 0 });
      expect(await operator.walk({ limit: 200, after: all[0] })).toEqual(all.slice(1));
      expect(await operator.setPlan(workspaceId, 'premium', 'r')).toMatchObject({ id: workspaceId, plan: 'premium' });
      expect(await stage.ports.directory.workspaces.workspace(owner.userId, workspaceId)).toMatchObject({ plan: 'premium' });
      expect(await operator.setPlan(randomUUID(), 'premium', 'r')).toBeUndefined();
    });

    test('one person owns no more than a hundred', async () => {
      const owner = await newPerson();
      for (let owned = 1; owned < 100; owned += 1) await newWorkspace(owner);
      expect(await stage.ports.directory.workspaces.createWorkspace(owner, 'One too many')).toBe('too_many');
    });
  });
}
