import type { InvitationRefusal, NewAccount } from '@cairn/auth';
import { newId } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { recordEvent } from './directory-audit.ts';
import { takeInvitation, useInvitation } from './invitation-acceptance.ts';
import { createProject, createWorkspace, firstNames } from './workspaces.ts';

/** Makes the account with what it begins with: a place in the inviter's workspace, or a workspace and project of its own. */
export async function signUp(
  trx: Transaction<Schema>,
  keys: ProjectKeys,
  account: NewAccount,
): Promise<'done' | 'taken' | InvitationRefusal> {
  const invitation = account.invitation && (await takeInvitation(trx, account.invitation, account.email));
  if (typeof invitation === 'string') return invitation;
  const userId = await insertUser(trx, account);
  if (userId === undefined) return 'taken';
  const actor = { userId, requestId: account.requestId };
  await recordEvent(trx, actor, { action: 'account.sign_up', target: userId, outcome: 'done' });
  if (invitation) await useInvitation(trx, invitation, actor);
  else await openFirstWorkspace(trx, keys, userId);
  return 'done';
}

async function insertUser(trx: Transaction<Schema>, { email, name, passwordVerifier }: NewAccount): Promise<string | undefined> {
  const row = await trx
    .insertInto('users')
    .values({ id: newId(), email, name, password_verifier: passwordVerifier })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

async function openFirstWorkspace(trx: Transaction<Schema>, keys: ProjectKeys, userId: string): Promise<void> {
  const workspace = await createWorkspace(trx, { userId, name: firstNames.workspace });
  await createProject(trx, keys, { workspaceId: workspace.id, name: firstNames.project });
}
