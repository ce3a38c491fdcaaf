import { randomBytes, randomUUID } from 'node:crypto';
import type { NewConnection } from '@cairn/auth';
import { describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

const audience = 'https://cairn.example/mcp';
const hash = (): Uint8Array => randomBytes(32);

/** What every store of the OAuth server keeps to. */
export function oauthConformance(stage: Stage): void {
  const oauth = () => stage.ports.oauth;

  async function newClient(): Promise<string> {
    const id = randomUUID();
    await oauth().clients.save(id, { client_id: id, client_name: 'App' });
    return id;
  }

  async function newConnection(more: Partial<NewConnection> = {}): Promise<NewConnection> {
    const wish: NewConnection = {
      grantHash: hash(),
      userId: stage.cast.userId,
      projectId: stage.cast.projectA,
      client: { id: await newClient(), name: 'App', isSelfDescribed: false },
      redirectUri: 'https://app.example/cb',
      requestId: 'r',
      ...more,
    };
    expect(await oauth().connections.open(wish)).toBe('done');
    return wish;
  }

  const issue = async ({ grantHash }: NewConnection, idHash = hash()) => {
    const isIssued = await oauth().connections.issue({ idHash, grantHash, audience, scope: 'mcp', payload: { aud: audience } });
    return { idHash, isIssued };
  };

  describe('OAuth clients', () => {
    test('come back as they were saved, secret and all, and are replaced by the same id', async () => {
      const metadata = { client_id: 'c', client_secret: 'the secret', redirect_uris: ['https://a.example/cb'] };
      await oauth().clients.save('c', metadata);
      expect(await oauth().clients.find('c')).toEqual(metadata);
      await oauth().clients.save('c', { client_id: 'c' });
      expect(await oauth().clients.find('c')).toEqual({ client_id: 'c' });
      expect(await oauth().clients.find('other')).toBeUndefined();
    });

    test('take their connections and tokens with them when they are removed', async () => {
      const connection = await newConnection();
      const { idHash } = await issue(connection);
      expect(await oauth().clients.remove(connection.client.id)).toBe(true);
      expect(await oauth().clients.remove(connection.client.id)).toBe(false);
      expect(await stage.ports.credentials.accessToken(idHash, audience)).toBeUndefined();
      expect(await oauth().connections.token(idHash)).toBeUndefined();
    });
  });

  describe('OAuth records', () => {
    test('are found under their model and id, and are removed alone or with their grant', async () => {
      const [idHash, grantHash] = [hash(), hash()];
      await oauth().records.save({ model: 'Code', idHash, grantHash, payload: { a: 1 }, ttlSeconds: 60 });
      expect(await oauth().records.find('Code', idHash)).toEqual({ payload: { a: 1 }, isConsumed: false });
      expect(await oauth().records.find('Other', idHash)).toBeUndefined();
      await oauth().records.save({ model: 'Code', idHash, grantHash, payload: { a: 2 } });
      expect((await oauth().records.find('Code', idHash))?.payload).toEqual({ a: 2 });
      await oauth().records.removeOfGrant('Other', grantHash);
      expect(await oauth().records.find('Code', idHash)).toBeDefined();
      await oauth().records.removeOfGrant('Code', grantHash);
      expect(await oauth().records.find('Code', idHash)).toBeUndefined();
    });

    test('are consumed once, however many try at once', async () => {
      const idHash = hash();
      await oauth().records.save({ model: 'Code', idHash, payload: {} });
      const won = await Promise.all(Array.from({ length: 10 }, () => oauth().records.consume('Code', idHash)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await oauth().records.find('Code', idHash))?.isConsumed).toBe(true);
      expect(await oauth().records.consume('Code', hash())).toBe(false);
    });
  });

  describe('OAuth connections', () => {
    test('give a principal for their token, of the person and in the project', async () => {
      const connection = await newConnection();
      const { idHash, isIssued } = await issue(connection);
      expect(isIssued).toBe(true);
      const principal = await stage.ports.credentials.accessToken(idHash, audience);
      expect(principal).toEqual({
        kind: 'oauth',
        credentialId: expect.any(String),
        ownerId: expect.any(String),
        userId: stage.cast.userId,
        projectId: stage.cast.projectA,
        workspaceId: stage.cast.workspaceId,
        plan: 'free',
        role: 'owner',
      });
      expect(await stage.ports.credentials.accessToken(idHash, 'https://elsewhere.example/mcp')).toBeUndefined();
      expect(await stage.ports.credentials.accessToken(hash(), audience)).toBeUndefined();
    });

    test('have one owner for each client and person, whatever the connection', async () => {
      const first = await newConnection();
      const again = await newConnection({ client: first.client, projectId: stage.cast.projectB });
      const other = await newConnection();
      const owners = await Promise.all(
        [first, again, other].map(async (one) => (await stage.ports.credentials.accessToken((await issue(one)).idHash, audience))?.ownerId),
      );
      expect(owners[1]).toBe(owners[0]);
      expect(owners[2]).not.toBe(owners[0]);
    });

    test('are for members and known clients alone', async () => {
      const client = { id: await newClient(), name: 'App', isSelfDescribed: false };
      const wish = {
        grantHash: hash(),
        userId: stage.cast.userId,
        projectId: stage.cast.projectA,
        client,
        redirectUri: 'x:',
        requestId: 'r',
      };
      expect(await oauth().connections.open({ ...wish, projectId: randomUUID() })).toBe('not_found');
      expect(await oauth().connections.open({ ...wish, userId: randomUUID() })).toBe('not_found');
      expect(await oauth().connections.open({ ...wish, client: { ...client, id: 'nobody' } })).toBe('not_found');
    });

    test('of a client that describes itself need no registration, and make none', async () => {
      const client = { id: `https://${randomUUID()}.example/client.json`, name: 'App', isSelfDescribed: true };
      const connection = await newConnection({ client });
      expect((await issue(connection)).isIssued).toBe(true);
      expect(await oauth().clients.find(client.id)).toBeUndefined();
      await newConnection({ client });
    });

    test('are listed newest first once they have a token, to their person, with their last use', async () => {
      const [old, fresh] = [await newConnection(), await newConnection({ projectId: stage.cast.projectB })];
      await newConnection();
      await issue(old);
      const { idHash } = await issue(fresh);
      const listed = await oauth().connections.list(stage.cast.userId);
      expect(listed.slice(0, 2).map(({ clientId }) => clientId)).toEqual([fresh.client.id, old.client.id]);
      expect(listed[0]).toMatchObject({
        clientName: 'App',
        redirectUri: 'https://app.example/cb',
        project: { id: stage.cast.projectB, name: 'Second project' },
        lastUsedAt: null,
      });
      await stage.ports.credentials.accessToken(idHash, audience);
      expect((await oauth().connections.list(stage.cast.userId))[0]?.lastUsedAt).toMatch(/Z$/);
      expect(await oauth().connections.list(randomUUID())).toEqual([]);
    });

    test('end for their person, once, and give out no more tokens', async () => {
      const connection = await newConnection();
      const { idHash } = await issue(connection);
      const [listed] = await oauth().connections.list(stage.cast.userId);
      const id = listed?.id ?? '';
      const by = { kind: 'session', credentialId: randomUUID(), requestId: 'r' } as const;
      expect(await oauth().connections.revoke({ id, userId: randomUUID(), by })).toBe(false);
      expect(await oauth().connections.revoke({ id, userId: stage.cast.userId, by })).toBe(true);
      expect(await oauth().connections.revoke({ id, userId: stage.cast.userId, by })).toBe(false);
      expect(await stage.ports.credentials.accessToken(idHash, audience)).toBeUndefined();
      expect((await issue(connection)).isIssued).toBe(false);
      expect(await oauth().connections.revokeOfGrant(connection.grantHash, 'r')).toBe(false);
    });

    test('end with their grant', async () => {
      const connection = await newConnection();
      const { idHash } = await issue(connection);
      expect(await oauth().connections.revokeOfGrant(connection.grantHash, 'r')).toBe(true);
      expect(await oauth().connections.token(idHash)).toBeUndefined();
    });

    test('tell whether a token was given out before a moment', async () => {
      const connection = await newConnection();
      const before = await oauth().records.clock();
      expect(await oauth().connections.issuedBefore(connection.grantHash, before)).toBe(false);
      await issue(connection);
      expect(await oauth().connections.issuedBefore(connection.grantHash, before)).toBe(false);
      expect(await oauth().connections.issuedBefore(connection.grantHash, await oauth().records.clock())).toBe(true);
    });

    test('either give out a token or are ended, when both are asked at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const connection = await newConnection();
        const [{ idHash }] = await Promise.all([issue(connection), oauth().connections.revokeOfGrant(connection.grantHash, 'r')]);
        expect(await stage.ports.credentials.accessToken(idHash, audience)).toBeUndefined();
      }
    });
  });

  describe('tickets of decisions', () => {
    const ticket = (more: object = {}) => ({
      idHash: hash(),
      interactionHash: hash(),
      userId: stage.cast.userId,
      projectId: stage.cast.projectA,
      ttlSeconds: 60,
      ...more,
    });

    test('are taken once, and for their own interaction alone', async () => {
      const one = ticket();
      await oauth().tickets.save(one);
      expect(await oauth().tickets.take(one.idHash, hash())).toBeUndefined();
      const taken = await Promise.all(Array.from({ length: 5 }, () => oauth().tickets.take(one.idHash, one.interactionHash)));
      expect(taken.filter(Boolean)).toEqual([{ userId: stage.cast.userId, projectId: stage.cast.projectA }]);
    });

    test('are replaced by the next decision of the person on the interaction', async () => {
      const first = ticket();
      const second = ticket({ interactionHash: first.interactionHash, projectId: null });
      await oauth().tickets.save(first);
      await oauth().tickets.save(second);
      expect(await oauth().tickets.take(first.idHash, first.interactionHash)).toBeUndefined();
      expect(await oauth().tickets.take(second.idHash, second.interactionHash)).toEqual({ userId: stage.cast.userId, projectId: null });
    });

    test('lapse', async () => {
      const late = ticket({ ttlSeconds: -1 });
      await oauth().tickets.save(late);
      expect(await oauth().tickets.take(late.idHash, late.interactionHash)).toBeUndefined();
    });
  });

  test('keys of the OAuth server are added by one of many, and the oldest go', async () => {
    const keysOf = (cookieKey: string) => ({ cookieKey, signingKey: { kty: 'RSA', d: 'private' } });
    const added = await Promise.all(
      Array.from({ length: 5 }, (_, at) => oauth().keys.add(keysOf(`first ${at}`), { minAgeSeconds: 3600, keep: 2 })),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    for (const name of ['second', 'third']) expect(await oauth().keys.add(keysOf(name), { minAgeSeconds: 0, keep: 2 })).toBe(true);
    const listed = await oauth().keys.list();
    expect(listed.map(({ cookieKey }) => cookieKey)).toEqual(['third', 'second']);
    expect(listed[0]).toMatchObject({ signingKey: { kty: 'RSA', d: 'private' }, ageSeconds: expect.any(Number) });
  });
}
