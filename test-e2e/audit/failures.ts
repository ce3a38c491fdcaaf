import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { newOwner } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { operatorToken } from './own-chains.ts';

/** For servers, whose database can be made to fail from outside. */
export const failureSuite: Suite = (stage) => {
  describe('a call that would have changed something and fails on the server', () => {
    /** Makes every change of such rows fail while the work is done. */
    async function broken(table: string, when: string, work: () => Promise<void>): Promise<void> {
      const owner = new Client({ connectionString: stage.databaseUrl });
      await owner.connect();
      await owner.query(
        `create or replace function public.break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      );
      await owner.query(
        `create trigger broken after insert or update on ${table} for each row when (${when}) execute function public.break_it()`,
      );
      try {
        await work();
      } finally {
        await owner.query(`drop trigger broken on ${table}`);
        await owner.end();
      }
    }

    const failures = async (who: Pick<Caller, 'rest'>, path: string) =>
      (await who.rest('GET', `${path}?order=desc&action=call.fail`)).body.data;

    test('is in the audit of its project, by whichever door, and tells nothing of what was sent', async () => {
      const { id, caller } = await stage.newProject();
      const save = { content: 'no business of the audit' };
      await broken('cairn.memories', `new.project_id = '${id}'`, async () => {
        expect((await caller.tool('save_memory', save)).status).toBe(500);
        expect((await caller.mcp('save_memory', save)).body.result.isError).toBe(true);
        const rest = await caller.rest('POST', '/v1/memories', save);
        expect(rest.status).toBe(500);
        const kept = await failures(caller, '/v1/audit');
        expect(kept).toMatchObject([
          { target: 'POST /v1/memories', request_id: rest.headers.get('x-request-id'), trace_id: rest.headers.get('trace-id') },
          { target: 'save_memory', credential_kind: 'api_key' },
          { target: 'save_memory' },
        ]);
        for (const entry of kept) expect(entry).toMatchObject({ outcome: 'error', reason: 'internal' });
        expect(JSON.stringify(kept)).not.toMatch(/business|broken/);
      });
      // What the calls themselves had written went with them.
      expect((await caller.rest('GET', '/v1/audit?action=memory')).body.data).toEqual([]);
      expect((await caller.rest('GET', '/v1/audit/verify')).body.valid).toBe(true);
    });

    test("is in the audit of the person's account where it is of no project, and in the operator's", async () => {
      const owner = await newOwner(stage);
      const operator = callerFor(stage.product.baseUrl, operatorToken);
      const change = { name: 'another' };
      await broken('cairn.workspaces', `new.id = '${owner.workspaceId}'`, async () => {
        expect((await owner.rest('PATCH', `/v1/workspaces/${owner.workspaceId}`, change)).status).toBe(500);
        expect((await operator.rest('PATCH', `/operator/workspaces/${owner.workspaceId}`, { plan: 'premium' })).status).toBe(500);
      });
      expect(await failures(owner, '/v1/account/audit')).toMatchObject([
        { target: 'PATCH /v1/workspaces/:id', outcome: 'error', detail: { reason: 'internal' }, user_id: owner.id },
      ]);
      expect(await failures(operator, '/operator/audit')).toMatchObject([
        { target: 'PATCH /operator/workspaces/:id', outcome: 'error', detail: { reason: 'internal' }, user_id: null },
      ]);
    });

    test('is there when it is about the account itself', async () => {
      const owner = await newOwner(stage);
      await broken('cairn.users', `new.id = '${owner.id}'`, async () => {
        expect((await owner.rest('PATCH', '/auth/me', { name: 'another' })).status).toBe(500);
      });
      expect(await failures(owner, '/v1/account/audit')).toMatchObject([{ target: 'PATCH /auth/me', outcome: 'error' }]);
    });

    test('is not there when it is wrong by itself, or only reads', async () => {
      const { caller } = await stage.newProject();
      expect((await caller.rest('POST', '/v1/memories', { content: 7 })).status).toBe(400);
      expect((await caller.rest('GET', '/v1/memories/none')).status).toBeGreaterThanOrEqual(400);
      expect(await failures(caller, '/v1/audit')).toEqual([]);
    });
  });
};
