import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { save } from '../memories/remembered.ts';
import type { Suite } from '../product/stage.ts';

const newTrace = () => randomBytes(16).toString('hex');
const under = (trace: string) => ({ traceparent: `00-${trace}-00f067aa0ba902b7-01` });

export const traceSuite: Suite = (stage) => {
  describe('a trace', () => {
    test('holds what its requests did, by whichever door', async () => {
      const { caller } = await stage.newProject();
      const trace = newTrace();
      const rest = await caller.rest('POST', '/v1/memories', { content: 'by REST' }, under(trace));
      expect(rest.headers.get('trace-id')).toBe(trace);
      await caller.tool('save_memory', { content: 'by a plain call' }, under(trace));
      await caller.mcp('save_memory', { content: 'by MCP' }, under(trace));
      await save(caller, 'elsewhere');
      const { status, body } = await caller.rest('GET', `/v1/traces/${trace}`);
      expect([status, body.entries]).toEqual([200, 3]);
      expect(body.steps).toMatchObject(
        [3, 4, 5].map((seq) => ({
          kind: 'event',
          entries: [{ seq, action: 'memory.save', outcome: 'done', phase: 'effect', trace_id: trace }],
        })),
      );
    });

    test('that nobody named is the one that the answer tells', async () => {
      const { caller } = await stage.newProject();
      const { headers } = await caller.rest('POST', '/v1/memories', { content: 'x' });
      expect((await caller.rest('GET', `/v1/traces/${headers.get('trace-id')}`)).body).toMatchObject({ entries: 1 });
    });

    test('shows an action from its decision to its outcome', async () => {
      const { caller } = await stage.newProject();
      const trace = newTrace();
      const action = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
      const { body: decision } = await caller.rest('POST', '/v1/actions', { action }, under(trace));
      const { body: execution } = await caller.rest(
        'POST',
        `/v1/actions/${decision.decision_id}/start`,
        { permit: decision.permit.token },
        under(trace),
      );
      // What is reported later has another trace, and belongs to the same story.
      await caller.rest('POST', `/v1/executions/${execution.execution_id}/outcome`, { status: 'succeeded' });
      const { body } = await caller.rest('GET', `/v1/traces/${trace}`);
      expect(body.steps).toHaveLength(1);
      expect(body.steps[0]).toMatchObject({ kind: 'decision', decision_id: decision.decision_id, outcome: 'succeeded' });
      expect(body.steps[0].entries).toMatchObject([
        { phase: 'decision', outcome: 'allow', action_digest: decision.action_digest, policy_revision: decision.policy_revision },
        { phase: 'start', outcome: 'done' },
        { phase: 'outcome', outcome: 'succeeded' },
      ]);
      await caller.rest('POST', '/v1/actions', { action });
      const listed = await caller.rest('GET', `/v1/audit?decision_id=${decision.decision_id}`);
      expect(listed.body.data.map((entry: { action: string }) => entry.action)).toEqual([
        'action.decide',
        'action.start',
        'action.outcome',
      ]);
      const newest = await caller.rest('GET', `/v1/audit?decision_id=${decision.decision_id}&order=desc&limit=1`);
      expect(newest.body.data).toMatchObject([{ action: 'action.outcome', decision_id: decision.decision_id }]);
      const [away, unknown] = [(await stage.newProject()).caller, await caller.rest('GET', '/v1/audit?decision_id=x')];
      expect((await away.rest('GET', `/v1/audit?decision_id=${decision.decision_id}`)).body.data).toEqual([]);
      expect(unknown.status).toBe(400);
    });

    test('of another project, or none, is not there', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const trace = newTrace();
      await home.caller.rest('POST', '/v1/memories', { content: 'x' }, under(trace));
      for (const id of [trace, newTrace(), randomUUID(), 'x'.repeat(300)]) {
        expect((await away.caller.rest('GET', `/v1/traces/${id}`)).status).toBe(404);
      }
    });
  });
};
