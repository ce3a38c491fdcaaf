import { connectionOwner, may } from '@cairn/auth';
import type { ConnectionActor, ConnectionRepository, NewConnection, OauthConnection } from '@cairn/auth';
import { newId, type Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enterProject, type Session } from '../database/session.ts';
import { recordAudit } from './audit.ts';

/** Longest list; whoever has more revokes some. */
const mostListed = 200;

export function createConnectionRepository(session: Session): ConnectionRepository {
  return {
    open: (wish) =>
      session.inDirectory(async (trx) => {
        const role = await roleInProject(trx, wish);
        if (role === undefined) return 'not_found';
        if (!may(role, 'connect_client')) return 'forbidden';
        return (await isKnownClient(trx, wish)) ? openConnection(trx, wish) : 'not_found';
      }),

    issue: ({ idHash, grantHash, audience, scope, payload }) =>
      session.inDirectory(async (trx) => {
        // Locked, so that a revocation either finds the token or makes this find nothing.
        const connection = await liveOfGrant(trx, grantHash).forUpdate().executeTakeFirst();
        if (!connection) return false;
        await trx
          .insertInto('oauth_tokens')
          .values({ id_hash: idHash, connection_id: connection.id, audience, scope, payload: JSON.stringify(payload) })
          .execute();
        await trx
          .updateTable('oauth_clients')
          .set({ granted_at: sql`now()` })
          .where('id', '=', connection.client_id)
          .where('granted_at', 'is', null)
          .execute();
        return true;
      }),

    token: (idHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx.selectFrom('oauth_tokens').select('payload').where('id_hash', '=', idHash).executeTakeFirst();
        return row?.payload;
      }),

    issuedBefore: (grantHash, moment) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .selectFrom('oauth_tokens as t')
          .innerJoin('oauth_connections as c', 'c.id', 't.connection_id')
          .select('c.id')
          .where('c.grant_hash', '=', grantHash)
          .where('t.created_at', '<', sql<string>`${moment}::timestamptz`)
          .executeTakeFirst();
        return row !== undefined;
      }),

    list: (userId) =>
      session.inDirectory(async (trx) => {
        const rows = await listedConnections(trx, userId).execute();
        return rows.map(toConnection);
      }),

    revoke: ({ id, userId, by }) =>
      session.inDirectory(async (trx) => {
        const row = await live(trx).where('id', '=', id).where('user_id', '=', userId).forUpdate().executeTakeFirst();
        return row ? endConnection(trx, row, by) : false;
      }),

    revokeOfGrant: (grantHash, requestId) =>
      session.inDirectory(async (trx) => {
        const row = await liveOfGrant(trx, grantHash).forUpdate().executeTakeFirst();
        return row ? endConnection(trx, row, { kind: 'oauth', credentialId: row.id, requestId }) : false;
      }),
  };
}

async function roleInProject(trx: Transaction<Schema>, { projectId, userId }: NewConnection): Promise<Role | undefined> {
  const row = await trx
    .selectFrom('projects as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .select('m.role')
    .where('p.id', '=', projectId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

/** A client that describes itself is noted at its first connection; a registered one has to be there still. */
async function isKnownClient(trx: Transaction<Schema>, { client }: NewConnection): Promise<boolean> {
  if (client.isSelfDescribed) {
    await trx
      .insertInto('oauth_clients')
      .values({ id: client.id, metadata: '{}', secret: null, self_described: true, granted_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  }
  return (await trx.selectFrom('oauth_clients').select('id').where('id', '=', client.id).executeTakeFirst()) !== undefined;
}

async function openConnection(trx: Transaction<Schema>, wish: NewConnection): Promise<'done'> {
  const { grantHash, userId, projectId, client, redirectUri, requestId } = wish;
  const id = newId();
  await trx
    .insertInto('oauth_connections')
    .values({
      id,
      grant_hash: grantHash,
      user_id: userId,
      client_id: client.id,
      project_id: projectId,
      owner_id: connectionOwner(client.id, userId),
      client_name: client.name,
      redirect_uri: redirectUri,
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  await enterProject(trx, projectId);
  const actor = { projectId, userId, credentialId: id, kind: 'oauth', requestId } as const;
  await recordAudit(trx, actor, { action: 'connection.open', target: id, outcome: 'done' });
  return 'done';
}

interface LiveConnection {
  readonly id: string;
  readonly user_id: string;
  readonly project_id: string;
}

function live(trx: Transaction<Schema>) {
  return trx.selectFrom('oauth_connections').select(['id', 'user_id', 'project_id', 'client_id']).where('revoked_at', 'is', null);
}

const liveOfGrant = (trx: Transaction<Schema>, grantHash: Uint8Array) => live(trx).where('grant_hash', '=', grantHash);

async function endConnection(trx: Transaction<Schema>, connection: LiveConnection, by: ConnectionActor): Promise<true> {
  const { id, user_id: userId, project_id: projectId } = connection;
  await trx
    .updateTable('oauth_connections')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('oauth_tokens').where('connection_id', '=', id).execute();
  await enterProject(trx, projectId);
  await recordAudit(trx, { projectId, userId, ...by }, { action: 'connection.revoke', target: id, outcome: 'done' });
  return true;
}

function listedConnections(trx: Transaction<Schema>, userId: string) {
  return trx
    .selectFrom('oauth_connections as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(['c.id', 'c.client_id', 'c.client_name', 'c.redirect_uri', 'c.project_id', 'p.name', 'c.created_at', 'c.last_used_at'])
    .where('c.user_id', '=', userId)
    .where('c.revoked_at', 'is', null)
    .where((eb) => eb.exists(eb.selectFrom('oauth_tokens as t').select('t.connection_id').whereRef('t.connection_id', '=', 'c.id')))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(mostListed);
}

function toConnection(row: {
  id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  project_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}): OauthConnection {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUri: row.redirect_uri,
    project: { id: row.project_id, name: row.name },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
