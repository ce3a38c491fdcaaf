import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newKeySecret } from '../store-fixture.ts';
import type { Stage } from './suite.ts';

/** What every credential, account and workspace repository keeps to. */
export function directoryConformance(stage: Stage): void {
  describe('credentials and directory', () => {
    test('the bootstrap happens once', async () => {
      const again = { email: 'other@example.org', passwordVerifier: 'x', key: newKeySecret() };
      expect(await stage.ports.bootstrap.bootstrap(async () => again)).toBe(false);
      expect(await stage.ports.accounts.byEmail(again.email)).toBeUndefined();
      expect(await stage.ports.credentials.apiKey(again.key.hash)).toBeUndefined();
    });

    test('a key resolves to its project and person, and only while it lives', async () => {
      const secret = newKeySecret();
      const key = await stage.ports.directory.apiKeys.create(stage.cast.session, 'short-lived', secret);
      expect(key).toMatchObject({ name: 'short-lived', prefix: secret.prefix, last4: secret.last4, revokedAt: null });
      expect(await stage.ports.credentials.apiKey(secret.hash)).toEqual({
        kind: 'api_key',
        credentialId: key.id,
        ownerId: key.id,
        userId: stage.cast.userId,
        projectId: stage.cast.projectA,
        workspaceId: stage.cast.workspaceId,
        plan: 'free',
        role: 'owner',
      });
      expect(await stage.ports.directory.apiKeys.revoke(stage.cast.session, key.id)).toBe(true);
      expect(await stage.ports.credentials.apiKey(secret.hash)).toBeUndefined();
      expect(await stage.ports.directory.apiKeys.revoke(stage.cast.session, key.id)).toBe(false);
      expect(await stage.ports.directory.apiKeys.rotate(stage.cast.session, key.id, newKeySecret())).toBeUndefined();
    });

    test('rotation keeps the id and ends the old secret', async () => {
      const [before, after] = [newKeySecret(), newKeySecret()];
      const key = await stage.ports.directory.apiKeys.create(stage.cast.session, 'rotated', before);
      expect((await stage.ports.directory.apiKeys.rotate(stage.cast.session, key.id, after))?.id).toBe(key.id);
      expect(await stage.ports.credentials.apiKey(before.hash)).toBeUndefined();
      expect((await stage.ports.credentials.apiKey(after.hash))?.credentialId).toBe(key.id);
    });

    test('a use is noted', async () => {
      const secret = newKeySecret();
      const key = await stage.ports.directory.apiKeys.create(stage.cast.session, 'used', secret);
      await stage.ports.credentials.apiKey(secret.hash);
      const listed = await stage.ports.directory.apiKeys.list(stage.cast.session, { limit: 100 });
      expect(listed.find((one) => one.id === key.id)?.lastUsedAt).toMatch(/Z$/);
    });

    test('keys are listed newest first, in pages, in their project only', async () => {
      const all = await stage.ports.directory.apiKeys.list(stage.cast.session, { limit: 100 });
      expect(all.map((key) => key.id)).toEqual(
        all
          .map((key) => key.id)
          .toSorted()
          .toReversed(),
      );
      const rest = await stage.ports.directory.apiKeys.list(stage.cast.session, { limit: 100, after: all[0]!.id });
      expect(rest).toEqual(all.slice(1));
      const other = { ...stage.cast.session, projectId: stage.cast.projectB };
      expect(await stage.ports.directory.apiKeys.list(other, { limit: 100 })).toHaveLength(1);
      expect(await stage.ports.directory.apiKeys.revoke(other, all[0]!.id)).toBe(false);
    });

    test('a member sees, rotates and revokes own keys only; an owner revokes any and rotates only own', async () => {
      const { apiKeys } = stage.ports.directory;
      const key = await apiKeys.create(stage.cast.session, "the owner's", newKeySecret());
      const member = { ...stage.cast.session, userId: randomUUID(), role: 'member' as const };
      expect(await apiKeys.list(member, { limit: 100 })).toEqual([]);
      expect(await apiKeys.rotate(member, key.id, newKeySecret())).toBeUndefined();
      expect(await apiKeys.revoke(member, key.id)).toBe(false);
      const otherOwner = { ...stage.cast.session, userId: randomUUID() };
      expect((await apiKeys.list(otherOwner, { limit: 100 })).map((one) => one.id)).toContain(key.id);
      expect(await apiKeys.rotate(otherOwner, key.id, newKeySecret())).toBeUndefined();
      expect(await apiKeys.revoke(otherOwner, key.id)).toBe(true);
    });

    test('a session stands for its person in a project of theirs until it is closed', async () => {
      const secret = newKeySecret();
      const { id, expiresAt } = await stage.ports.accounts.openSession(stage.cast.userId, secret.hash);
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
      expect(await stage.ports.credentials.sessionUser(secret.hash)).toEqual({ sessionId: id, userId: stage.cast.userId });
      expect(await stage.ports.credentials.session(secret.hash, stage.cast.projectB)).toMatchObject({
        kind: 'session',
        credentialId: id,
        ownerId: stage.cast.userId,
        projectId: stage.cast.projectB,
        role: 'owner',
      });
      expect(await stage.ports.credentials.session(secret.hash, randomUUID())).toBe('no_project');
      expect(await stage.ports.accounts.closeSession(secret.hash)).toBe(true);
      expect(await stage.ports.credentials.session(secret.hash, stage.cast.projectB)).toBeUndefined();
      expect(await stage.ports.credentials.sessionUser(secret.hash)).toBeUndefined();
      expect(await stage.ports.accounts.closeSession(secret.hash)).toBe(false);
    });

    test('an account is found by its e-mail in any case', async () => {
      const found = await stage.ports.accounts.byEmail(stage.cast.email.toUpperCase());
      expect(found?.user).toMatchObject({ id: stage.cast.userId, email: stage.cast.email });
      expect(await stage.ports.accounts.user(stage.cast.userId)).toEqual(found?.user);
    });

    test('memberships name the workspace, the role and the projects', async () => {
      const [workspace] = await stage.ports.accounts.memberships(stage.cast.userId);
      expect(workspace).toMatchObject({ id: stage.cast.workspaceId, role: 'owner', plan: 'free' });
      expect(workspace?.projects.map((project) => project.id)).toEqual([stage.cast.projectA, stage.cast.projectB]);
    });

    test("a stranger sees and changes nothing of another's projects", async () => {
      const stranger = { userId: randomUUID(), sessionId: randomUUID(), requestId: 'r' };
      const { workspaces } = stage.ports.directory;
      expect(await workspaces.projects(stranger.userId)).toEqual([]);
      expect(await workspaces.project(stranger.userId, stage.cast.projectA)).toBeUndefined();
      expect(await workspaces.createProject(stranger, stage.cast.workspaceId, 'x')).toBe('not_found');
      expect(await workspaces.renameProject(stranger, stage.cast.projectA, 'x')).toBe('not_found');
      expect(await workspaces.deleteProject(stranger, stage.cast.projectA)).toBe('not_found');
    });

    test('a deleted project takes its memories, its keys and its data key along', async () => {
      const { workspaces, apiKeys } = stage.ports.directory;
      const project = await workspaces.createProject(stage.cast.person, stage.cast.workspaceId, 'Doomed');
      if (typeof project === 'string') throw new Error(project);
      const secret = newKeySecret();
      await apiKeys.create({ ...stage.cast.session, projectId: project.id }, 'doomed key', secret);
      const principal = await stage.ports.credentials.apiKey(secret.hash);
      const actor = { ...principal!, requestId: randomUUID(), traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };
      await stage.ports.stores.memories.save(actor, { content: 'doomed' });
      expect(await workspaces.renameProject(stage.cast.person, project.id, 'Renamed')).toMatchObject({ name: 'Renamed' });
      expect(await workspaces.deleteProject(stage.cast.person, project.id)).toMatchObject({
        projectId: project.id,
        rows: { projects: 1, project_keys: 1 },
      });
      expect(await stage.ports.credentials.apiKey(secret.hash)).toBeUndefined();
      await expect(stage.ports.stores.memories.page(actor, { limit: 1, offset: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await workspaces.project(stage.cast.userId, project.id)).toBeUndefined();
    });
  });
}
