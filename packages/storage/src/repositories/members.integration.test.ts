import { randomUUID } from 'node:crypto';
import { createCast, type Cast } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from '../testing/backends.ts';

describe.each(backends)('members on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
  });
  afterAll(() => store.close());

  /** Somebody in the cast's workspace, written into the table. */
  async function newMember(): Promise<string> {
    const id = randomUUID();
    await store.database.app.query("insert into cairn.users (id, email, password_verifier) values ($1, $2, 'none')", [
      id,
      `${id}@example.org`,
    ]);
    await store.database.app.query("insert into cairn.workspace_members (workspace_id, user_id, role) values ($1, $2, 'member')", [
      cast.workspaceId,
      id,
    ]);
    return id;
  }

  async function connect(userId: string, projectId: string): Promise<string> {
    const id = randomUUID();
    await store.database.app.query("insert into cairn.oauth_clients (id, metadata) values ($1, '{}')", [id]);
    await store.database.app.query(
      `insert into cairn.oauth_connections (id, grant_hash, user_id, client_id, project_id, owner_id, client_name, redirect_uri)
        values ($1::uuid, decode(md5($1::uuid::text), 'hex'), $2, $1::uuid::text, $3, $1::uuid, 'An app', 'http://localhost/callback')`,
      [id, userId, projectId],
    );
    return id;
  }

  test('who is removed loses the connected apps in that workspace, and nobody else does', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const elsewhere = await store.ports.directory.workspaces.createWorkspace({ ...cast.person, userId: member }, 'Their own');
    if (typeof elsewhere === 'string') throw new Error(elsewhere);
    const own = await store.ports.directory.workspaces.createProject({ ...cast.person, userId: member }, elsewhere.id, 'Their own');
    if (typeof own === 'string') throw new Error(own);
    const ended = [await connect(member, cast.projectA), await connect(member, cast.projectB)];
    const kept = [await connect(member, own.id), await connect(other, cast.projectA)];
    expect(await store.ports.directory.members.remove(cast.person, { workspaceId: cast.workspaceId, userId: member })).toBe('done');
    const { rows } = await store.database.app.query<{ id: string; revoked: boolean }>(
      'select id, revoked_at is not null as revoked from cairn.oauth_connections',
    );
    expect(Object.fromEntries(rows.map(({ id, revoked }) => [id, revoked]))).toEqual(
      Object.fromEntries([...ended.map((id) => [id, true]), ...kept.map((id) => [id, false])]),
    );
  });
});
