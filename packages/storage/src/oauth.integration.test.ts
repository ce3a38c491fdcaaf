import { randomBytes } from 'node:crypto';
import { createCast, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHousekeeping } from './repositories/housekeeping.ts';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const audience = 'https://cairn.example/mcp';

describe.each(backends)('what the OAuth server leaves behind on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const sweep = () => createHousekeeping(store.database).clearLapsed();
  const later = (table: string, column: string, span: string, where = 'true') =>
    owner.query(`update cairn.${table} set ${column} = ${column} - interval '${span}' where ${where}`);

  async function connected(clientId: string): Promise<{ grantHash: Buffer; tokenHash: Buffer }> {
    const { clients, connections } = store.ports.oauth;
    const [grantHash, tokenHash] = [randomBytes(32), randomBytes(32)];
    await clients.save(clientId, { client_id: clientId });
    const client = { id: clientId, name: 'App', isSelfDescribed: false };
    await connections.open({
      grantHash,
      userId: cast.userId,
      projectId: cast.projectA,
      client,
      redirectUri: 'https://a.example/',
      requestId: 'r',
    });
    await connections.issue({ idHash: tokenHash, grantHash, audience, scope: 'mcp', payload: {} });
    return { grantHash, tokenHash };
  }

  test('clients that were never granted anything go after a week, others never', async () => {
    await store.ports.oauth.clients.save('idle', { client_id: 'idle' });
    const { grantHash } = await connected('used');
    await store.ports.oauth.connections.revokeOfGrant(grantHash, 'r');
    await later('oauth_clients', 'created_at', '6 days');
    await sweep();
    expect(await store.ports.oauth.clients.find('idle')).toBeDefined();
    await later('oauth_clients', 'created_at', '2 days');
    await later('oauth_connections', 'revoked_at', '31 days', 'revoked_at is not null');
    await sweep();
    expect(await store.ports.oauth.clients.find('idle')).toBeUndefined();
    expect(await store.ports.oauth.clients.find('used')).toBeDefined();
    const { rows } = await owner.query('select id from cairn.oauth_connections');
    expect(rows).toEqual([]);
  });

  test('an approval that never got its token goes, and a live connection stays', async () => {
    const { tokenHash } = await connected('live');
    const client = { id: 'live', name: 'App', isSelfDescribed: false };
    const idle = {
      grantHash: randomBytes(32),
      userId: cast.userId,
      projectId: cast.projectA,
      client,
      redirectUri: 'https://a.example/',
      requestId: 'r',
    };
    await store.ports.oauth.connections.open(idle);
    await later('oauth_connections', 'created_at', '2 years');
    await sweep();
    expect(
      await store.ports.oauth.connections.issue({
        idHash: randomBytes(32),
        grantHash: idle.grantHash,
        audience,
        scope: 'mcp',
        payload: {},
      }),
    ).toBe(false);
    expect(await store.ports.credentials.accessToken(tokenHash, audience)).toBeDefined();
  });

  test('records go at their end, codes a day later, and those without an end never', async () => {
    const { records } = store.ports.oauth;
    const [code, request, endless] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    await records.save({ model: 'AuthorizationCode', idHash: code, payload: {}, ttlSeconds: 60 });
    await records.save({ model: 'Interaction', idHash: request, payload: {}, ttlSeconds: 60 });
    await records.save({ model: 'Grant', idHash: endless, payload: {} });
    await later('oauth_records', 'expires_at', '2 hours');
    await sweep();
    expect(await records.find('AuthorizationCode', code)).toBeDefined();
    expect(await records.find('Interaction', request)).toBeUndefined();
    await later('oauth_records', 'expires_at', '2 days');
    await sweep();
    expect(await records.find('AuthorizationCode', code)).toBeUndefined();
    expect(await records.find('Grant', endless)).toBeDefined();
  });

  test('a use is noted at most once a minute', async () => {
    const { tokenHash } = await connected('noted');
    const lastUse = async () =>
      (await store.ports.oauth.connections.list(cast.userId)).find(({ clientId }) => clientId === 'noted')?.lastUsedAt;
    await store.ports.credentials.accessToken(tokenHash, audience);
    const first = await lastUse();
    await store.ports.credentials.accessToken(tokenHash, audience);
    expect(await lastUse()).toBe(first);
    await later('oauth_connections', 'last_used_at', '2 minutes', 'last_used_at is not null');
    await store.ports.credentials.accessToken(tokenHash, audience);
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  test('whoever leaves the workspace leaves their connections, and coming back does not bring them back', async () => {
    const { tokenHash } = await connected('left');
    const { rows } = await owner.query('delete from cairn.workspace_members where user_id = $1 returning *', [cast.userId]);
    expect(await store.ports.credentials.accessToken(tokenHash, audience)).toBeUndefined();
    for (const { workspace_id: workspace, user_id: user, role } of rows as { workspace_id: string; user_id: string; role: string }[]) {
      await owner.query('insert into cairn.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)', [workspace, user, role]);
    }
    expect(await store.ports.credentials.apiKey(randomBytes(32))).toBeUndefined();
    expect(await store.ports.credentials.accessToken(tokenHash, audience)).toBeUndefined();
  });
});
