import { describe, expect, test } from 'vitest';
import { newKey } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { harbourText, longText, richProject } from './round-trip.ts';

export const erasureSuite: Suite = (stage) => {
  describe('a deleted project', () => {
    test('leaves a receipt that counts each store, in the answer, in a list and in the audit of the workspace', async () => {
      const { owner, member, projectId } = await richProject(stage);
      const key = callerFor(stage.product.baseUrl, await newKey(owner, projectId));
      expect((await key.rest('GET', '/v1/memories')).status).toBe(200);
      const deleted = await owner.rest('DELETE', `/v1/projects/${projectId}?receipt=true`);
      expect([deleted.status, deleted.body]).toMatchObject([
        200,
        {
          project_id: projectId,
          project_name: 'My project',
          workspace_id: owner.workspaceId,
          erased_by: owner.id,
          rows: {
            projects: 1,
            project_keys: 1,
            api_keys: 1,
            memories: 3,
            memory_versions: 1,
            tasks: 1,
            task_plans: 1,
            task_steps: 1,
            documents: 2,
            agents: 1,
            policy_revisions: 1,
          },
          originals: { count: 2, bytes: harbourText.length + longText.length },
          redis_keys: stage.redisUrl === undefined ? 0 : expect.any(Number),
        },
      ]);
      expect(deleted.body.rows.passages).toBeGreaterThan(2);
      expect(deleted.body.kept.audit_entries).toBeGreaterThan(5);
      if (stage.redisUrl !== undefined) expect(deleted.body.redis_keys).toBeGreaterThan(0);
      expect((await owner.rest('GET', `/v1/erasures/${projectId}`)).body).toEqual(deleted.body);
      expect((await owner.rest('GET', '/v1/erasures?limit=1')).body).toEqual({ data: [deleted.body], next_cursor: null });
      expect((await member.rest('GET', `/v1/erasures/${projectId}`)).status).toBe(404);
      expect((await member.rest('GET', '/v1/erasures')).body.data).toEqual([]);
      const { data } = (await owner.rest('GET', `/v1/workspaces/${owner.workspaceId}/audit?action=project.delete`)).body;
      expect(data).toMatchObject([{ target: projectId, outcome: 'done', detail: { rows: deleted.body.rows } }]);
      for (const caller of [key, owner.in(projectId)]) expect([401, 403, 404]).toContain((await caller.rest('GET', '/v1/memories')).status);
      expect((await owner.rest('GET', `/v1/projects/${projectId}/export`)).status).toBe(404);
    });

    test('answers with nothing when no receipt is asked for, and keeps it all the same', async () => {
      const { id } = await stage.newProject();
      const caller = callerFor(stage.product.baseUrl, stage.person.token);
      const { status, text } = await caller.rest('DELETE', `/v1/projects/${id}`);
      expect([status, text]).toEqual([204, '']);
      expect((await caller.rest('GET', `/v1/erasures/${id}`)).body).toMatchObject({ rows: { projects: 1, api_keys: 2 } });
      expect((await caller.rest('DELETE', `/v1/projects/${id}`)).status).toBe(404);
    });
  });
};
