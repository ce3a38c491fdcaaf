import { expect, test } from 'vitest';
import { onEmbedded } from '../product/stage.ts';
import type { Suite } from '../product/stage.ts';
import { impersonal, newEmail, post, signIn, signUp } from './people.ts';

const closedSuite: Suite = (stage) => {
  test('while sign-up is closed nobody makes an account but whoever was invited, and nothing is told of accounts', async () => {
    const attempt = (email: string) => post(stage.product.baseUrl, '/auth/sign-up', { email, password: 'a heron at the river' });
    const { account } = stage.product;
    const answers = [impersonal(await attempt(account.email)), impersonal(await attempt(newEmail()))];
    expect(answers[0]).toMatchObject({ status: 403 });
    expect(answers[1]).toEqual(answers[0]);

    const owner = await signIn(stage.product.baseUrl, account);
    const path = `/v1/workspaces/${stage.person.workspaceId}/invitations`;
    const { token } = (await owner.rest('POST', path, { role: 'member' })).body;
    const guest = await signUp(stage, token);
    expect((await guest.rest('GET', '/auth/me')).body.workspaces).toMatchObject([{ id: stage.person.workspaceId, role: 'member' }]);
    const again = { email: newEmail(), password: 'a heron at the river', invitation: token };
    expect((await post(stage.product.baseUrl, '/auth/sign-up', again)).status).toBe(404);
  });
};

onEmbedded([closedSuite], { env: { CAIRN_SIGN_UP: 'closed', CAIRN_TRUSTED_PROXIES: 'loopback', CAIRN_EMBEDDING_MODEL: 'none' } });
