import { describe, expect, test } from 'vitest';
import { newAddress } from '../auth/addresses.ts';
import { call, callerFor } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import type { Stage, Suite } from '../product/stage.ts';
import { deciderOf } from './decider.ts';
import { exchange, newClient, newCode, newToken, postForm } from './flow.ts';
import { publicUrl } from './public-address.ts';

/** Whether every process lets the token in. */
export async function lives(stage: Stage, token: string): Promise<readonly number[]> {
  return Promise.all(
    stage.products.map(async ({ baseUrl }) => (await callerFor(baseUrl, token, newAddress()).tool('get_memories', { limit: 1 })).status),
  );
}

export const alive = ({ products }: Stage): readonly number[] => products.map(() => 200);
export const dead = ({ products }: Stage): readonly number[] => products.map(() => 401);

export const tokenSuite: Suite = (stage) => {
  test('a token is opaque, says nothing of an end, and works at every process and door', async () => {
    const decider = deciderOf(stage);
    const client = await newClient(decider.baseUrl);
    const { status, body, headers } = await exchange(decider.baseUrl, client, await newCode(decider, client));
    expect([status, body, headers.get('cache-control')]).toEqual([
      200,
      { access_token: expect.stringMatching(/^cairn_oauth_[A-Za-z0-9]{48}$/), token_type: 'Bearer', scope: 'mcp' },
      'no-store',
    ]);
    for (const { baseUrl } of stage.products) {
      const caller = callerFor(baseUrl, body.access_token);
      for (const answer of [
        await caller.tool('get_memories', {}),
        await caller.mcp('get_memories', {}),
        await caller.modern('get_memories', {}),
        await caller.rest('GET', '/v1/memories'),
      ]) {
        expect(answer.status).toBe(200);
      }
    }
  });

  test('a token works in the project that was chosen, and in no other', async () => {
    const project = await stage.newProject();
    const other = await stage.newProject();
    const { token } = await newToken({ ...deciderOf(stage), projectId: project.id });
    const caller = callerFor(publicUrl(stage), token);
    const saved = await caller.tool('save_memory', { content: 'kept by the app' });
    expect(
      (await project.caller.tool('get_memories', {})).body.result.memories.map((memory: { content: string }) => memory.content),
    ).toEqual(['kept by the app']);
    expect((await other.caller.tool('get_memories', {})).body.result.total).toBe(0);
    expect((await caller.rest('GET', '/v1/memories', undefined, { 'x-service-project-id': other.id })).status).toBe(403);
    expect((await project.caller.tool('delete_memory', { memory_id: saved.body.result.memory_id })).status).toBe(403);
  });

  test('what a person alone may do is out of its scope', async () => {
    const { token } = await newToken(deciderOf(stage));
    const { status, headers } = await callerFor(publicUrl(stage), token).rest('GET', '/v1/api-keys');
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(/^Bearer [^,]+, error="insufficient_scope", resource_metadata=/),
    ]);
  });

  test('a token is never taken from an address or another header', async () => {
    const { token } = await newToken(deciderOf(stage));
    const baseUrl = publicUrl(stage);
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const query of [`api_key=${token}`, `access_token=${token}`]) {
      expect((await call(`${baseUrl}/mcp?${query}`, { method: 'POST', headers, body: message })).status).toBe(401);
    }
    expect((await call(`${baseUrl}/mcp`, { method: 'POST', headers: { ...headers, 'x-api-key': token }, body: message })).status).toBe(401);
    expect(stage.products.map((product) => product.output()).join('')).not.toContain(token);
  });

  test('a near miss of a token is nobody', async () => {
    const { token } = await newToken(deciderOf(stage));
    const last = token.endsWith('a') ? 'b' : 'a';
    for (const near of [token.slice(0, -1) + last, token.toUpperCase(), `${token}x`, token.replace('cairn_oauth_', '')]) {
      expect(await lives(stage, near)).toEqual(dead(stage));
    }
  });

  describe('a code', () => {
    const errorOf = ({ status, body }: Answer) => [status, body.error];

    test('that ten requests bring at once gives one token, and that one lives', async () => {
      const decider = deciderOf(stage);
      for (let round = 0; round < 3; round += 1) {
        const client = await newClient(decider.baseUrl);
        const code = await newCode(decider, client);
        const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(decider.baseUrl, client, code)));
        const won = answers.filter(({ status }) => status === 200);
        expect(won.length).toBe(1);
        for (const lost of answers.filter(({ status }) => status !== 200)) expect(errorOf(lost)).toEqual([400, 'invalid_grant']);
        expect(await lives(stage, won[0]?.body.access_token)).toEqual(alive(stage));
      }
    });

    test('that comes again after its answer gives nothing, and ends what was given for it everywhere', async () => {
      const decider = deciderOf(stage);
      const client = await newClient(decider.baseUrl);
      const code = await newCode(decider, client);
      const { body } = await exchange(decider.baseUrl, client, code);
      expect(await lives(stage, body.access_token)).toEqual(alive(stage));

      expect(errorOf(await exchange(decider.baseUrl, client, code))).toEqual([400, 'invalid_grant']);
      expect(await lives(stage, body.access_token)).toEqual(dead(stage));
      expect(errorOf(await exchange(decider.baseUrl, client, code))).toEqual([400, 'invalid_grant']);
    });

    test('that comes again at once is a replay as well', async () => {
      const decider = deciderOf(stage);
      const client = await newClient(decider.baseUrl);
      const code = await newCode(decider, client);
      const { body } = await exchange(decider.baseUrl, client, code);
      await exchange(decider.baseUrl, client, code);
      expect(await lives(stage, body.access_token)).toEqual(dead(stage));
    });

    test('of another client, or for another redirect, gives nothing and ends nothing', async () => {
      const decider = deciderOf(stage);
      const [client, other] = [await newClient(decider.baseUrl), await newClient(decider.baseUrl)];
      const code = await newCode(decider, client);
      expect(errorOf(await exchange(decider.baseUrl, other, code))).toEqual([400, 'invalid_grant']);
      expect(errorOf(await exchange(decider.baseUrl, client, code, { redirect_uri: 'http://127.0.0.1:9/callback' }))).toEqual([
        400,
        'invalid_grant',
      ]);
      expect((await exchange(decider.baseUrl, client, code)).status).toBe(200);
    });

    test('that was never given is nothing', async () => {
      const baseUrl = publicUrl(stage);
      const client = await newClient(baseUrl);
      expect(errorOf(await exchange(baseUrl, client, { code: 'made-up', pkce: { verifier: 'x'.repeat(43), challenge: '' } }))).toEqual([
        400,
        'invalid_grant',
      ]);
    });
  });

  describe('the token endpoint', () => {
    test('answers an unknown client 401, which has it register anew', async () => {
      const { status, body } = await postForm(`${publicUrl(stage)}/oauth/token`, {
        grant_type: 'authorization_code',
        client_id: 'nobody',
        code: 'x',
      });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    });

    test('knows a confidential client by its secret, in either place', async () => {
      const decider = deciderOf(stage);
      const metadata = { client_name: 'Server', redirect_uris: ['https://a.example/cb'] };
      const client = await newClient(decider.baseUrl, metadata);
      const { clientId, clientSecret = '' } = client;
      const form = async (withSecret: Record<string, string>) => {
        const { code, pkce } = await newCode(decider, client);
        return { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, code_verifier: pkce.verifier, ...withSecret };
      };
      const address = `${decider.baseUrl}/oauth/token`;
      const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
      expect((await postForm(address, await form({}), basic)).status).toBe(200);
      expect((await postForm(address, await form({ client_id: clientId, client_secret: clientSecret }))).status).toBe(200);
      expect((await postForm(address, await form({ client_id: clientId, client_secret: 'wrong' }))).status).toBe(401);
      expect((await postForm(address, await form({ client_id: clientId }))).status).toBe(401);
    });

    test.each([
      ['refresh_token', { grant_type: 'refresh_token', refresh_token: 'x' }],
      ['password', { grant_type: 'password', username: 'a', password: 'b' }],
      ['client_credentials', { grant_type: 'client_credentials' }],
      ['nothing', {}],
    ])('gives nothing for the grant type %s', async (_type, form) => {
      const { clientId } = await newClient(publicUrl(stage));
      const { status, body } = await postForm(`${publicUrl(stage)}/oauth/token`, { client_id: clientId, ...form });
      expect([status, body.error]).toEqual([
        400,
        expect.stringMatching(/^(unsupported_grant_type|invalid_request|invalid_grant|unauthorized_client)$/),
      ]);
    });

    test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])('takes no %s', async (type) => {
      const { status, body } = await call(`${publicUrl(stage)}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    });
  });
};
