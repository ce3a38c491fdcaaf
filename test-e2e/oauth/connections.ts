import { describe, expect, test } from 'vitest';
import { newAddress } from '../auth/addresses.ts';
import { call, callerFor } from '../product/caller.ts';
import type { Stage, Suite } from '../product/stage.ts';
import { deciderOf } from './decider.ts';
import { exchange, newClient, newCode, newToken, postForm } from './flow.ts';
import { alive, dead, lives } from './tokens.ts';
import { publicUrl } from './public-address.ts';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, ...newAddress() });
const list = async (stage: Stage, baseUrl = publicUrl(stage)) =>
  call(`${baseUrl}/oauth/connections`, { headers: bearer(stage.person.token) });
const remove = (baseUrl: string, id: string, secret: string) =>
  call(`${baseUrl}/oauth/connections/${id}`, { method: 'DELETE', headers: bearer(secret) });

/** The id of the newest connection of a client. */
async function connectionOf(stage: Stage, clientId: string): Promise<string> {
  const { body } = await list(stage);
  return body.data.find(({ client }: { client: { id: string } }) => client.id === clientId).token_id;
}

export const connectionSuite: Suite = (stage) => {
  test('the list shows who is connected to what, and when it was last used', async () => {
    const { token, client } = await newToken(deciderOf(stage));
    const before = (await list(stage)).body.data[0];
    expect(before).toEqual({
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client: { id: client.clientId, name: 'Suite', redirect_host: '127.0.0.1', is_loopback: true },
      project: { id: stage.person.firstProjectId, name: 'My project' },
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    expect(JSON.stringify(before)).not.toContain(token);
    await lives(stage, token);
    expect((await list(stage)).body.data[0].last_used_at).toMatch(/Z$/);
  });

  test('an approval whose code was never exchanged is no connection', async () => {
    const decider = deciderOf(stage);
    const client = await newClient(decider.baseUrl);
    await newCode(decider, client);
    expect((await list(stage)).body.data.map((one: { client: { id: string } }) => one.client.id)).not.toContain(client.clientId);
  });

  test('the list is for a signed-in person', async () => {
    const { token } = await newToken(deciderOf(stage));
    for (const secret of [token, stage.product.account.apiKey, 'rubbish']) {
      expect((await call(`${publicUrl(stage)}/oauth/connections`, { headers: bearer(secret) })).status).toBe(401);
    }
  });

  describe('a connection that its person ends', () => {
    test('is refused by the very next call at every process, and connecting again just works', async () => {
      const decider = deciderOf(stage);
      const { token, client } = await newToken(decider);
      // Warm caches: every process has let it in a moment ago.
      expect(await lives(stage, token)).toEqual(alive(stage));
      const id = await connectionOf(stage, client.clientId);
      expect((await remove(decider.baseUrl, id, decider.token)).status).toBe(204);
      expect(await lives(stage, token)).toEqual(dead(stage));
      const refused = await callerFor(decider.baseUrl, token, newAddress()).mcp('get_memories', {});
      expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
      expect((await list(stage)).body.data.map((one: { token_id: string }) => one.token_id)).not.toContain(id);
      expect((await remove(decider.baseUrl, id, decider.token)).status).toBe(404);
      const again = await newToken(decider, client);
      expect(await lives(stage, again.token)).toEqual(alive(stage));
    });

    test('is never let in after the end was answered, however hard it tries', async () => {
      const decider = deciderOf(stage);
      const { token, client } = await newToken(decider);
      const id = await connectionOf(stage, client.clientId);
      let endedAt = Number.POSITIVE_INFINITY;
      const late: number[] = [];
      const trying = stage.products.flatMap(({ baseUrl }) =>
        Array.from({ length: 4 }, async () => {
          for (;;) {
            const sentAt = performance.now();
            const { status } = await callerFor(baseUrl, token, newAddress()).tool('get_memories', { limit: 1 });
            if (sentAt > endedAt) late.push(status);
            if (sentAt > endedAt + 200) return;
          }
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await remove(decider.baseUrl, id, decider.token)).status).toBe(204);
      endedAt = performance.now();
      await Promise.all(trying);
      expect(late.length).toBeGreaterThan(4);
      for (const status of late) expect([401, 429]).toContain(status);
    });

    test('leaves the others alone, of the same client too', async () => {
      const decider = deciderOf(stage);
      const { token, client } = await newToken(decider);
      const other = await newToken(decider, client);
      const id = await connectionOf(stage, client.clientId);
      // The list is newest first: this ends the second.
      await remove(decider.baseUrl, id, decider.token);
      expect(await lives(stage, other.token)).toEqual(dead(stage));
      expect(await lives(stage, token)).toEqual(alive(stage));
    });
  });

  test('a token ends its own connection, and no other', async () => {
    const decider = deciderOf(stage);
    const [one, other] = [await newToken(decider), await newToken(decider)];
    const [own, foreign] = [await connectionOf(stage, one.client.clientId), await connectionOf(stage, other.client.clientId)];
    expect((await remove(decider.baseUrl, foreign, one.token)).status).toBe(404);
    expect((await remove(decider.baseUrl, own, one.token)).status).toBe(204);
    expect(await lives(stage, one.token)).toEqual(dead(stage));
    expect((await remove(decider.baseUrl, own, one.token)).status).toBe(401);
    expect(await lives(stage, other.token)).toEqual(alive(stage));
  });

  test.each(['nothing', '01a21f00-0000-7000-8000-000000000000', '%00', 'x'.repeat(300)])('%j is no connection', async (id) => {
    expect((await remove(publicUrl(stage), id, stage.person.token)).status).toBe(404);
  });

  test('an API key ends no connection', async () => {
    const { client } = await newToken(deciderOf(stage));
    const id = await connectionOf(stage, client.clientId);
    expect((await remove(publicUrl(stage), id, stage.product.account.apiKey)).status).toBe(401);
  });

  describe('a client that revokes its token', () => {
    test('ends its connection everywhere, and it is gone from the list', async () => {
      const decider = deciderOf(stage);
      const { token, client } = await newToken(decider);
      const id = await connectionOf(stage, client.clientId);
      expect(await lives(stage, token)).toEqual(alive(stage));
      const revoked = await postForm(`${decider.baseUrl}/oauth/revoke`, { token, client_id: client.clientId });
      expect([revoked.status, revoked.text]).toEqual([200, '']);
      expect(await lives(stage, token)).toEqual(dead(stage));
      expect((await list(stage)).body.data.map((one: { token_id: string }) => one.token_id)).not.toContain(id);
    });

    test('of somebody else ends nothing, and learns nothing', async () => {
      const decider = deciderOf(stage);
      const { token } = await newToken(decider);
      const other = await newClient(decider.baseUrl);
      const answers = [
        await postForm(`${decider.baseUrl}/oauth/revoke`, { token, client_id: other.clientId }),
        await postForm(`${decider.baseUrl}/oauth/revoke`, { token: 'made up', client_id: other.clientId }),
      ];
      expect(answers.map(({ status, text }) => [status, text])).toEqual([
        [200, ''],
        [200, ''],
      ]);
      expect(await lives(stage, token)).toEqual(alive(stage));
    });
  });

  test('memories belong to the client and its person, so connecting again keeps the rights to them', async () => {
    const decider = deciderOf(stage);
    const { token, client } = await newToken(decider);
    const caller = callerFor(decider.baseUrl, token);
    const { memory_id: id } = (await caller.tool('save_memory', { content: 'by this app' })).body.result;
    await remove(decider.baseUrl, await connectionOf(stage, client.clientId), decider.token);
    const again = callerFor(decider.baseUrl, (await newToken(decider, client)).token);
    expect((await again.tool('update_memory', { memory_id: id, content: 'still by this app' })).status).toBe(200);
    const other = callerFor(decider.baseUrl, (await newToken(decider)).token);
    expect((await other.tool('update_memory', { memory_id: id, content: 'by another' })).status).toBe(403);
  });

  test('the connections of a project that is deleted are over', async () => {
    const project = await stage.newProject();
    const { token } = await newToken({ ...deciderOf(stage), projectId: project.id });
    expect(await lives(stage, token)).toEqual(alive(stage));
    expect((await project.session.rest('DELETE', `/v1/projects/${project.id}`)).status).toBe(204);
    expect(await lives(stage, token)).toEqual(dead(stage));
  });

  test('a connection has a bucket of the rate limit of its own', async () => {
    const decider = deciderOf(stage);
    const tokens = [(await newToken(decider)).token, (await newToken(decider)).token];
    const left = async (token: string) =>
      Number((await callerFor(decider.baseUrl, token).tool('get_memories', {})).headers.get('ratelimit-remaining'));
    const [first, second] = [await left(tokens[0] ?? ''), await left(tokens[0] ?? '')];
    expect(second).toBe(first - 1);
    expect(await left(tokens[1] ?? '')).toBe(first);
  });

  test('an exchange after the connection was ended gives nothing', async () => {
    const decider = deciderOf(stage);
    const { token, client } = await newToken(decider);
    const code = await newCode(decider, client);
    await remove(decider.baseUrl, await connectionOf(stage, client.clientId), decider.token);
    expect(await lives(stage, token)).toEqual(dead(stage));
    // Of another approval: that one was not ended.
    expect((await exchange(decider.baseUrl, client, code)).status).toBe(200);
  });
};
