// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callerFor } from '../product/caller.ts';
import { postSignIn, signIn } from '../product/person.ts';
import { claimServers } from '../product/stage.ts';
import { createBrowser } from './browser.ts';
import {
  approve,
  authorizationUrl,
  decide,
  exchange,
  interactionIn,
  newClient,
  newCode,
  newPkce,
  newToken,
  postForm,
  register,
  plainClient,
  requestOf,
  showInteraction,
} from './flow.ts';
import type { Decider } from './flow.ts';
import { createServices } from './services.ts';
import type { Services } from './services.ts';

const operatorToken = 'an operator token of forty characters, or so'.replaceAll(' ', '-');

let servers: Awaited<ReturnType<typeof claimServers>>;
let services: Services;
let decider: Decider;
let database: pg.Pool;

beforeAll(async () => {
  servers = await claimServers();
  database = new pg.Pool({ connectionString: servers.databaseUrl, max: 1 });
  services = await createServices({ ...servers.env, CAIRN_OAUTH_EXPIRES_IN: '315360000', CAIRN_OPERATOR_TOKEN: operatorToken });
  await services.start();
  const person = await signIn(services);
  decider = { baseUrl: services.baseUrl, token: person.token, projectId: person.firstProjectId };
});
afterAll(async () => {
  await services.remove();
  await database.end();
  await servers.remove();
});

const statuses = (token: string) =>
  Promise.all(services.gateways.map(async (gateway) => (await callerFor(gateway, token).mcp('get_memories', {})).status));

/** Makes what is kept under that name so many seconds older. */
const pass = (model: string, seconds: number) =>
  database.query(
    `update cairn.oauth_records set expires_at = expires_at - make_interval(secs => $2),
       payload = payload || jsonb_build_object('iat', (payload->>'iat')::bigint - $2::bigint, 'exp', (payload->>'exp')::bigint - $2::bigint)
     where model = $1 and payload ? 'exp'`,
    [model, seconds],
  );

describe('services of their own, two of each, behind a proxy', () => {
  test('let a client connect, work and be cut off, whichever process a step goes to', async () => {
    const { token, client } = await newToken(decider);
    expect(await statuses(token)).toEqual([200, 200]);
    const authorization = { authorization: `Bearer ${decider.token}` };
    const { body } = await call(`${decider.baseUrl}/oauth/connections`, { headers: authorization });
    await call(`${decider.baseUrl}/oauth/connections/${body.data[0].token_id}`, { method: 'DELETE', headers: authorization });
    expect(await statuses(token)).toEqual([401, 401]);
    expect(await statuses((await newToken(decider, client)).token)).toEqual([200, 200]);
  });

  test('name an end of tokens, for clients that need one, where the operator says so', async () => {
    const client = await newClient(decider.baseUrl);
    const { body } = await exchange(decider.baseUrl, client, await newCode(decider, client));
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 315_360_000 });
  });

  test('keep registrations, tokens and requests under way over a restart of them all', async () => {
    const { token, client } = await newToken(decider);
    const browser = createBrowser();
    const pkce = newPkce();
    const uid = interactionIn(await browser.visit(authorizationUrl(decider.baseUrl, requestOf(client, pkce))));
    expect(await services.stop()).toEqual([0, 0, 0, 0]);
    await services.start();
    expect(await statuses(token)).toEqual([200, 200]);
    const answered = await approve(browser, decider, uid);
    const code = { code: answered.searchParams.get('code') ?? '', pkce };
    expect((await exchange(decider.baseUrl, client, code)).status).toBe(200);
    expect(await statuses((await newToken(decider, client)).token)).toEqual([200, 200]);
  });

  test('go on over new keys: cookies signed before are still good', async () => {
    const client = await newClient(decider.baseUrl);
    const browser = createBrowser();
    const uid = interactionIn(await browser.visit(authorizationUrl(decider.baseUrl, requestOf(client, newPkce()))));
    await database.query("update cairn.oauth_keys set created_at = created_at - interval '91 days'");
    await services.stop();
    await services.start();
    const { rows } = await database.query('select id from cairn.oauth_keys');
    expect(rows).toHaveLength(2);
    const { body } = await call(`${decider.baseUrl}/oauth/jwks`);
    expect(body.keys).toHaveLength(2);
    expect((await approve(browser, decider, uid)).searchParams.get('code')).not.toBeNull();
  });

  test('turn a client away that was deleted, with what it takes to register anew', async () => {
    const { token, client } = await newToken(decider);
    const code = await newCode(decider, client);
    expect(await statuses(token)).toEqual([200, 200]);
    const operator = callerFor(services.baseUrl, operatorToken);
    const remove = (body: object) => operator.rest('POST', '/operator/client-removals', body);
    expect((await remove({ client_id: client.clientId })).status).toBe(204);
    expect(await statuses(token)).toEqual([401, 401]);
    expect((await remove({ client_id: client.clientId })).status).toBe(404);
    expect((await callerFor(services.baseUrl, decider.token).rest('POST', '/operator/client-removals', { client_id: 'x' })).status).toBe(
      401,
    );
    const page = await createBrowser().visit(authorizationUrl(decider.baseUrl, requestOf(client, newPkce())));
    expect([page.status, page.location]).toEqual([400, undefined]);
    const exchanged = await exchange(decider.baseUrl, client, code);
    expect([exchanged.status, exchanged.body.error]).toEqual([401, 'invalid_client']);
    expect(await statuses(token)).toEqual([401, 401]);
    const again = await register(decider.baseUrl, plainClient);
    expect([again.status, again.body.client_id === client.clientId]).toEqual([201, false]);
    expect((await postForm(`${decider.baseUrl}/oauth/revoke`, { token, client_id: client.clientId })).status).toBe(401);
  });

  test('end what has its time when that is over, and tokens never', async () => {
    const client = await newClient(decider.baseUrl);
    const browser = createBrowser();
    const begin = async () => interactionIn(await browser.visit(authorizationUrl(decider.baseUrl, requestOf(client, newPkce()))));
    const approval = { approve: true, project_id: decider.projectId };
    const errorAt = async (next: string) => (await browser.visit(next)).location?.searchParams.get('error');

    const code = await newCode(decider, client);
    await pass('AuthorizationCode', 61);
    expect((await exchange(decider.baseUrl, client, code)).body.error).toBe('invalid_grant');

    const ticketed = await decide(decider, await begin(), approval);
    await database.query("update cairn.oauth_tickets set expires_at = expires_at - interval '61 seconds'");
    expect(await errorAt(ticketed.body.next)).toBe('expired');

    const uid = await begin();
    const decided = await decide(decider, uid, approval);
    // Clocks of processes may differ by a few seconds.
    await pass('Interaction', 920);
    expect(await errorAt(decided.body.next)).toBe('expired');
    expect([(await showInteraction(decider.baseUrl, uid)).status, (await decide(decider, uid, approval)).status]).toEqual([404, 404]);

    const { token } = await newToken(decider, client);
    for (const table of ['oauth_tokens', 'oauth_connections', 'oauth_clients'])
      await database.query(`update cairn.${table} set created_at = created_at - interval '80 years'`);
    await pass('Grant', 80 * 365 * 86_400);
    expect(await statuses(token)).toEqual([200, 200]);

    const { body } = await postSignIn(services.baseUrl, services.account);
    const me = () => call(`${decider.baseUrl}/auth/me`, { headers: { authorization: `Bearer ${body.session_token}` } });
    expect((await me()).status).toBe(200);
    await database.query("update cairn.sessions set expires_at = expires_at - interval '12 hours'");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await me()).status).toBe(401);
    decider = { ...decider, token: (await signIn(services)).token };
  });

  test('count failed sign-ins together', async () => {
    const attempts: number[] = [];
    for (let at = 0; at < 14; at += 1)
      attempts.push((await postSignIn(services.baseUrl, { email: 'nobody@example.org', password: `guess ${at}` })).status);
    expect(attempts).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 4 }, () => 429)]);
  });

  test('keep no secret in the database', async () => {
    const confidential = await newClient(decider.baseUrl, { client_name: 'Server', redirect_uris: ['https://a.example/cb'] });
    const { code, pkce } = await newCode(decider, confidential);
    const { token } = await newToken(decider);
    const tables = ['oauth_clients', 'oauth_connections', 'oauth_tokens', 'oauth_records', 'oauth_tickets', 'oauth_keys'];
    for (const table of tables) {
      const { rows } = await database.query(`select to_jsonb(t)::text as row from cairn.${table} t`);
      const text = rows.map(({ row }: { row: string }) => row).join('\n');
      for (const secret of [token, code, pkce.verifier, confidential.clientSecret ?? '', '"d":'])
        expect([table, text.includes(secret)]).toEqual([table, false]);
    }
  });
});
