import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { invite, memberPath, newEmail, newMember, newOwner, post, signIn, signUp } from './people.ts';

export const invitationSuite: Suite = (stage) => {
  const look = (token: string) => post(stage.product.baseUrl, '/auth/invitations/look-up', { token });

  describe('an invitation', () => {
    test('is a link with a secret that no server sees, told once', async () => {
      const owner = await newOwner(stage);
      const path = `/v1/workspaces/${owner.workspaceId}/invitations`;
      const made = await owner.rest('POST', path, { role: 'approver', expires_in_days: 1 });
      expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
      const { token, url, ...shown } = made.body;
      expect(shown).toMatchObject({ role: 'approver', email: null, invited_by: { id: owner.id, email: owner.email } });
      expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(86_400_000);
      const link = new URL(url);
      expect([link.origin, link.search, link.hash]).toEqual([stage.product.baseUrl, '', `#${token}`]);
      const listed = await owner.rest('GET', path);
      expect(listed.body.data).toEqual([shown]);
      expect(listed.text).not.toContain(token);
      await look(token);
      expect(stage.products.map((product) => product.output()).join('\n')).not.toContain(token.slice(17, 40));
    });

    test('shows where it leads before signing in, and makes a member of whoever accepts', async () => {
      const owner = await newOwner(stage);
      await owner.rest('PATCH', '/auth/me', { name: 'Ada' });
      const token = await invite(owner, { role: 'viewer' });
      const seen = await look(token);
      expect([seen.status, seen.body]).toEqual([
        200,
        { workspace_name: expect.any(String), role: 'viewer', invited_by: 'Ada', is_bound: false, expires_at: expect.any(String) },
      ]);
      const guest = await newOwner(stage);
      const accepted = await guest.rest('POST', '/v1/invitations/accept', { token });
      expect([accepted.status, accepted.body]).toMatchObject([200, { id: owner.workspaceId, role: 'viewer' }]);
      expect((await guest.in(owner.projectId).rest('GET', '/v1/memories')).status).toBe(200);
      expect((await guest.rest('GET', '/auth/me')).body.workspaces.map(({ id }: { id: string }) => id)).toEqual(
        expect.arrayContaining([owner.workspaceId, guest.workspaceId]),
      );
      expect([(await look(token)).status, (await guest.rest('POST', '/v1/invitations/accept', { token })).status]).toEqual([404, 404]);
    });

    test('is accepted by signing up, which makes no workspace then', async () => {
      const owner = await newOwner(stage);
      const guest = await signUp(stage, await invite(owner, { role: 'member' }));
      expect((await guest.rest('GET', '/auth/me')).body.workspaces).toMatchObject([{ id: owner.workspaceId, role: 'member' }]);
    });

    test('makes one member of five people who come at once', async () => {
      const owner = await newOwner(stage);
      const token = await invite(owner, { role: 'member' });
      const guests = await Promise.all([newOwner(stage), newOwner(stage), newOwner(stage)]);
      const answers = await Promise.all([
        ...guests.map((guest) => guest.rest('POST', '/v1/invitations/accept', { token })),
        ...[1, 2].map(() =>
          post(stage.product.baseUrl, '/auth/sign-up', { email: newEmail(), password: 'a heron at dawn', invitation: token }),
        ),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 404)).toHaveLength(1);
      expect((await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}/members`)).body.data).toHaveLength(2);
    });

    test('for one e-mail serves no other', async () => {
      const owner = await newOwner(stage);
      const [guest, other] = await Promise.all([newOwner(stage), newOwner(stage)]);
      const token = await invite(owner, { role: 'member', email: guest.email.toUpperCase() });
      expect((await look(token)).body.is_bound).toBe(true);
      expect((await look(token)).text.toLowerCase()).not.toContain(guest.email);
      expect((await other.rest('POST', '/v1/invitations/accept', { token })).status).toBe(403);
      const signedUp = await post(stage.product.baseUrl, '/auth/sign-up', {
        email: newEmail(),
        password: 'a heron at dawn',
        invitation: token,
      });
      expect(signedUp.status).toBe(403);
      expect((await guest.rest('POST', '/v1/invitations/accept', { token })).status).toBe(200);
    });

    test('that is revoked serves nobody', async () => {
      const owner = await newOwner(stage);
      const path = `/v1/workspaces/${owner.workspaceId}/invitations`;
      const { id, token } = (await owner.rest('POST', path, { role: 'member' })).body;
      expect((await owner.rest('DELETE', `${path}/${id}`)).status).toBe(204);
      expect([(await look(token)).status, (await owner.rest('DELETE', `${path}/${id}`)).status]).toEqual([404, 404]);
      const guest = await newOwner(stage);
      expect((await guest.rest('POST', '/v1/invitations/accept', { token })).status).toBe(404);
      expect((await owner.rest('GET', path)).body.data).toEqual([]);
    });

    test('stays as it is for a member and for an e-mail that has an account', async () => {
      const owner = await newOwner(stage);
      const token = await invite(owner, { role: 'admin' });
      expect((await owner.rest('POST', '/v1/invitations/accept', { token })).body).toMatchObject({ status: 409, code: 'conflict' });
      const guest = await newOwner(stage);
      const again = { email: guest.email, password: 'a heron at dawn', invitation: token };
      expect((await post(stage.product.baseUrl, '/auth/sign-up', again)).status).toBe(201);
      expect((await guest.rest('POST', '/v1/invitations/accept', { token })).status).toBe(200);
    });

    test('is made by owners and admins, and dies with the right of whoever made it', async () => {
      const owner = await newOwner(stage);
      const path = `/v1/workspaces/${owner.workspaceId}/invitations`;
      const [admin, member] = await Promise.all([newMember(stage, owner, 'admin'), newMember(stage, owner, 'member')]);
      for (const [method, body] of [['GET'], ['POST', { role: 'viewer' }]] as const) {
        expect((await member.rest(method, path, body)).status).toBe(403);
      }
      const { token } = (await admin.rest('POST', path, { role: 'admin' })).body;
      await owner.rest('DELETE', memberPath(owner, admin));
      expect((await admin.rest('POST', '/v1/invitations/accept', { token })).status).toBe(404);
    });

    test('is made once for an Idempotency-Key, and told again to the session that made it only', async () => {
      const owner = await newOwner(stage);
      const path = `/v1/workspaces/${owner.workspaceId}/invitations`;
      const headers = { 'idempotency-key': randomUUID() };
      const [first, second] = await Promise.all([1, 2].map(() => owner.rest('POST', path, { role: 'viewer' }, headers)));
      expect([second?.status, second?.body]).toEqual([201, first?.body]);
      expect((await owner.rest('GET', path)).body.data).toHaveLength(1);
      const other = await signIn(stage.product.baseUrl, owner);
      expect((await other.rest('POST', path, { role: 'viewer' }, headers)).status).toBe(409);
      expect((await owner.rest('POST', path, { role: 'admin' }, headers)).status).toBe(409);
    });

    test('is not made of anything else than a role below owner, an e-mail and 1 to 30 days', async () => {
      const owner = await newOwner(stage);
      for (const wish of [
        { role: 'owner' },
        {},
        { role: 'member', email: 'nobody' },
        { role: 'member', expires_in_days: 0 },
        { role: 'member', expires_in_days: 31 },
        { role: 'member', expires_in_days: 1.5 },
        { role: 'member', workspace_id: randomUUID() },
      ]) {
        const answer = await owner.rest('POST', `/v1/workspaces/${owner.workspaceId}/invitations`, wish);
        expect([wish, answer.status]).toEqual([wish, 400]);
      }
    });

    test('is not any text', async () => {
      const guest = await newOwner(stage);
      for (const token of ['', 'x', `cairn_invitation_${'0'.repeat(48)}`, 'x'.repeat(129)]) {
        const expected = token === '' || token.length > 128 ? 400 : 404;
        const accepted = await guest.rest('POST', '/v1/invitations/accept', { token });
        expect([token, (await look(token)).status, accepted.status]).toEqual([token, expected, expected]);
      }
    });
  });
};
