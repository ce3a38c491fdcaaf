import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { invite, memberPath, newOwner, signUp } from './people.ts';

/** For servers, where the audit can be looked at from outside: that of accounts and workspaces has no address yet. */
export const directoryAuditSuite: Suite = (stage) => {
  test('changes of accounts and workspaces, and refused ones, are in the audit, without names, addresses and secrets', async () => {
    const owner = await newOwner(stage);
    const token = await invite(owner, { role: 'member' });
    const guest = await signUp(stage, token);
    await guest.rest('DELETE', `/v1/workspaces/${owner.workspaceId}`);
    await owner.rest('PATCH', memberPath(owner, guest), { role: 'viewer' });
    await owner.rest('DELETE', memberPath(owner, guest));
    await owner.rest('DELETE', memberPath(owner, owner));
    const database = new Client({ connectionString: stage.databaseUrl });
    await database.connect();
    const { rows } = await database.query<Record<string, string>>(
      `select user_id, credential_kind, action, target, outcome, detail, to_jsonb(e)::text as everything
        from cairn.directory_events e where workspace_id = $1 or user_id = $2 order by at, id`,
      [owner.workspaceId, guest.id],
    );
    await database.end();
    expect(rows).toMatchObject([
      { user_id: owner.id, credential_kind: 'session', action: 'invitation.create', outcome: 'done', detail: { role: 'member' } },
      { user_id: guest.id, credential_kind: 'password', action: 'account.sign_up', target: guest.id, outcome: 'done' },
      { user_id: guest.id, credential_kind: 'password', action: 'invitation.accept', outcome: 'done' },
      { user_id: guest.id, credential_kind: 'session', action: 'workspace.delete', target: owner.workspaceId, outcome: 'forbidden' },
      { user_id: owner.id, action: 'member.change_role', target: guest.id, outcome: 'done', detail: { from: 'member', to: 'viewer' } },
      { user_id: owner.id, action: 'member.remove', target: guest.id, outcome: 'done', detail: { from: 'viewer' } },
      { user_id: owner.id, action: 'member.leave', target: owner.id, outcome: 'last_owner' },
    ]);
    for (const { everything } of rows) for (const word of [owner.email, guest.email, token]) expect(everything).not.toContain(word);
  });
};
