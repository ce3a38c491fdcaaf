import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newOwner, post, signIn } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

/** Lets the operator in. */
export const operatorToken = 'the-operator-of-the-audit-holds-this-token';

const kinds = ['', '/verify', '/export', '/key'];

export const ownChainSuite: Suite = (stage) => {
  test("the audit of a person's account is theirs alone, and is valid", async () => {
    const owner = await newOwner(stage);
    const stranger = await newOwner(stage);
    const password = `a finch ${randomUUID()}`;
    const changed = await owner.rest('POST', '/auth/password', { current_password: owner.password, new_password: password });
    expect(changed.status).toBe(204);
    const { rest } = await signIn(stage.product.baseUrl, { email: owner.email, password });
    const { status, body, text } = await rest('GET', '/v1/account/audit?order=desc');
    expect([status, body.data[0]]).toMatchObject([200, { user_id: owner.id, outcome: 'done', workspace_id: null }]);
    expect(body.data.map(({ action }: { action: string }) => action)).toContain('account.change_password');
    for (const secret of [password, owner.password, owner.token]) expect(text).not.toContain(secret);
    const seen = await rest('GET', `/v1/account/audit?actor=${stranger.id}`);
    expect(seen.body.data).toEqual([]);
    const { body: verified } = await rest('GET', '/v1/account/audit/verify');
    expect(verified).toEqual({ valid: true, entries: body.data.length, head: expect.objectContaining({ seq: body.data.length }) });
    const lines = (await rest('GET', '/v1/account/audit/export')).text.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('{"type":"entry"'))).toHaveLength(body.data.length);
    expect(lines[0]).toContain((await rest('GET', '/v1/account/audit/key')).body.public_key);
    const { caller } = await stage.newProject();
    for (const kind of kinds) {
      expect((await caller.rest('GET', `/v1/account/audit${kind}`)).status).toBe(403);
      expect((await callerFor(stage.product.baseUrl, 'none').rest('GET', `/v1/account/audit${kind}`)).status).toBe(401);
    }
  });

  test("the audit of the operator is the operator's alone, and is valid", async () => {
    const operator = callerFor(stage.product.baseUrl, operatorToken);
    const owner = await newOwner(stage);
    const reset = { email: owner.email, new_password: `a wren ${randomUUID()}` };
    expect((await operator.rest('POST', '/operator/password-resets', reset)).status).toBe(204);
    const { status, body, text } = await operator.rest('GET', '/operator/audit?action=account.reset_password&order=desc&limit=1');
    expect([status, body.data]).toMatchObject([
      200,
      [{ action: 'account.reset_password', target: owner.id, outcome: 'done', credential_kind: 'operator', user_id: null }],
    ]);
    expect(text).not.toContain(reset.new_password);
    expect((await operator.rest('GET', '/operator/audit/verify')).body).toMatchObject({ valid: true, head: { seq: expect.any(Number) } });
    const exported = await operator.rest('GET', '/operator/audit/export');
    expect([exported.status, exported.text]).toEqual([200, expect.stringContaining(owner.id)]);
    expect(exported.text).toContain((await operator.rest('GET', '/operator/audit/key')).body.public_key);
    const { rest } = await signIn(stage.product.baseUrl, { email: owner.email, password: reset.new_password });
    for (const kind of kinds) expect((await rest('GET', `/operator/audit${kind}`)).status).toBe(401);
    expect((await operator.rest('GET', '/operator/audit?limit=0')).status).toBe(400);
    expect((await post(stage.product.baseUrl, '/operator/audit', {})).status).toBe(405);
  });
};
