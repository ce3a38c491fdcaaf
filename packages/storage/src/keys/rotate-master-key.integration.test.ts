import { createCast, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientSecretPlace } from '../repositories/oauth-clients.ts';
import { oauthKeyPlace } from '../repositories/oauth-keys.ts';
import { auditPlace } from '../sealing/installation.ts';
import { createMasterKeys, type MasterPurpose } from '../sealing/master-keys.ts';
import { keyPlace } from '../sealing/project-keys.ts';
import { open as openSealed } from '../sealing/seal.ts';
import { openRepositories } from '../stores.ts';
import { backends, openStore, type TestStore } from '../testing/backends.ts';
import { rotateMasterKey } from './rotate-master-key.ts';

const [first, second, third] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

describe.each(backends)('a change of the master key on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;

  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
    await store.ports.stores.memories.save(cast.a, { content: 'kept' });
    await store.ports.stores.memories.save(cast.b, { content: 'kept in b' });
    await store.ports.oauth.clients.save('client', { client_id: 'client', client_secret: 'a secret', redirect_uris: [] });
    // Its keys of hashes are wrapped by themselves from here on.
    await store.ports.keyRotation.rotate(cast.person, cast.projectA);
    await store.ports.oauth.keys.add({ cookieKey: 'cookie', signingKey: {} }, { minAgeSeconds: 0, keep: 3 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const open = (...keys: readonly Buffer[]) => {
    const [current = first, ...others] = keys;
    return openRepositories(store.database, { current, others }, { leaseMs: 20 });
  };
  const read = async (keys: readonly Buffer[]) => {
    const ports = await open(...keys);
    const contentOf = async (actor: Cast['a']) =>
      (await ports.stores.memories.page(actor, { limit: 10, offset: 0 })).items.map(({ content }) => content);
    return [
      ...(await contentOf(cast.a)),
      ...(await contentOf(cast.b)),
      (await ports.oauth.clients.find('client'))?.['client_secret'],
      (await ports.oauth.keys.list())[0]?.cookieKey,
      ports.audit.signer.keyId,
    ];
  };

  /** What is under the master key, and which of it a master key opens. */
  const wrappedBy = async (master: Buffer) => {
    const masters = createMasterKeys({ current: master });
    const opens = (purpose: MasterPurpose, place: string, sealed: Buffer): boolean => {
      try {
        openSealed(masters.ring(purpose), place, sealed);
        return true;
      } catch {
        return false;
      }
    };
    const rowsOf = async (query: string) => (await owner.query<{ a: string; b: number; sealed: Buffer }>(query)).rows;
    const projects = await rowsOf('select project_id as a, version as b, wrapped as sealed from cairn.project_keys');
    const clients = await rowsOf('select id as a, 0 as b, secret as sealed from cairn.oauth_clients where secret is not null');
    const sets = await rowsOf('select id::text as a, 0 as b, sealed from cairn.oauth_keys');
    const installation = await rowsOf("select '' as a, 0 as b, audit_seed as sealed from cairn.installation");
    return [
      ...projects.map(({ a, b, sealed }) => ({ name: `project ${b}`, opens: opens('wrap', keyPlace(a, b), sealed) })),
      ...clients.map(({ a, sealed }) => ({ name: 'client', opens: opens('oauth', clientSecretPlace(a), sealed) })),
      ...sets.map(({ a, sealed }) => ({ name: 'keys of the server', opens: opens('oauth', oauthKeyPlace(a), sealed) })),
      ...installation.map(({ sealed }) => ({ name: 'audit', opens: opens('installation keys', auditPlace, sealed) })),
    ];
  };

  test('goes on through two processes that know both keys, and ends with the new one alone', async () => {
    const before = await read([first]);
    await expect(rotateMasterKey(store.database, { current: second, others: [third] })).rejects.toThrow('not the one');
    const [old, both] = [await open(first, second), await open(second, first)];
    // The new key is known and does not reign yet: what is made now is for those who know the old one alone, too.
    const made = await both.directory.workspaces.createProject(cast.person, cast.workspaceId, 'before');
    if (typeof made === 'string') throw new Error(made);
    expect(await (await open(first)).stores.memories.page({ ...cast.session, projectId: made.id }, { limit: 1, offset: 0 })).toMatchObject({
      total: 0,
    });

    const { rows } = await owner.query('select wrapped from cairn.project_keys where project_id = $1', [cast.projectB]);
    await owner.query("update cairn.project_keys set wrapped = '\\x01' where project_id = $1", [cast.projectB]);
    await expect(rotateMasterKey(store.database, { current: second, others: [first] })).rejects.toThrow();
    await owner.query('update cairn.project_keys set wrapped = $2 where project_id = $1', [cast.projectB, rows[0].wrapped]);
    // Cut off in the middle: each key has something under it, and whoever knows both reads and writes.
    for (const process of [old, both]) {
      await process.stores.memories.page(cast.a, { limit: 1, offset: 0 });
      expect(await process.directory.workspaces.createProject(cast.person, cast.workspaceId, 'during')).toMatchObject({ name: 'during' });
    }
    expect(await read([second, first])).toEqual(before);
    await expect(open(second)).rejects.toThrow('CAIRN_MASTER_KEY_PREVIOUS');
    await expect(open(first)).rejects.toThrow('not the one');
    await expect(rotateMasterKey(store.database, { current: third, others: [second, first] })).rejects.toThrow('earlier change');

    const over = new AbortController();
    const saved: { readonly projectId: string; readonly id: string }[] = [];
    const working = Promise.all(
      [old, both].map(async (process) => {
        do {
          const project = await process.directory.workspaces.createProject(cast.person, cast.workspaceId, 'under way');
          if (typeof project === 'string') throw new Error(project);
          for (const projectId of [project.id, made.id]) {
            const { id } = await process.stores.memories.save({ ...cast.session, projectId }, { content: 'under way' });
            saved.push({ projectId, id });
          }
        } while (!over.signal.aborted);
      }),
    );
    const change = await rotateMasterKey(store.database, { current: second, others: [first] });
    over.abort();
    await working;
    expect(change.rewrapped).toBeGreaterThan(0);
    expect(await rotateMasterKey(store.database, { current: second, others: [first] })).toMatchObject({ rewrapped: 0 });
    const wrapped = await wrappedBy(second);
    expect(new Set(wrapped.map(({ name }) => name))).toEqual(
      new Set(['project 0', 'project 1', 'project 2', 'client', 'keys of the server', 'audit']),
    );
    expect(wrapped.filter(({ opens }) => !opens)).toEqual([]);
    expect((await wrappedBy(first)).filter(({ opens }) => opens)).toEqual([]);
    const { stores } = await open(second);
    for (const { projectId, id } of saved) {
      expect((await stores.memories.get({ ...cast.session, projectId }, id))?.content).toBe('under way');
    }
    expect(await read([second])).toEqual(before);
    await expect(open(first)).rejects.toThrow('not the one');
    expect(await (await open(second)).directory.workspaces.createProject(cast.person, cast.workspaceId, 'after')).toMatchObject({
      name: 'after',
    });
  });
});
