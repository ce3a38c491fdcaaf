import { randomUUID } from 'node:crypto';
import { actionSchema, createActions, decide, noHistory, starterRevision } from '@cairn/governance';
import type { Action, Actions, Acting } from '@cairn/governance';
import { describe, expect, test } from 'vitest';
import { colleague } from './colleague.ts';
import type { Stage } from './suite.ts';

const shell = (command: string): Action => actionSchema.parse({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });
const fresh = (): Action => shell(`npm publish ${randomUUID()}`);

/** Decides by the starter revision. */
const evaluator = {
  evaluate: async (action: Action, acting: Acting) => decide(action, starterRevision, { acting, history: noHistory, now: new Date() }),
};

/** What every ActionRepository keeps to, seen through the service over it. */
export function actionConformance(stage: Stage): void {
  describe('actions', () => {
    const repository = () => stage.ports.stores.actions;
    const actions = (): Actions => createActions({ evaluator, repository: repository() });

    test('what is allowed gets a permit that begins one execution, whose outcome is told once', async () => {
      const { a } = stage.cast;
      const allowed = await actions().decide(a, shell('ls'));
      expect(allowed).toMatchObject({ decision: { outcome: 'allow' }, reason: null, approval: undefined });
      const token = allowed.permit?.token ?? '';
      const execution = await actions().start(a, allowed.decisionId, token);
      await expect(actions().start(a, allowed.decisionId, token)).rejects.toMatchObject({ code: 'PERMIT_NOT_USABLE' });
      await actions().report(a, execution, { status: 'succeeded', exitCode: 0, summary: 'fine' });
      await expect(actions().report(a, execution, { status: 'failed' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    test('of many starts at once one begins', async () => {
      const { a } = stage.cast;
      const { decisionId, permit } = await actions().decide(a, shell('pwd'));
      const starts = await Promise.allSettled(Array.from({ length: 50 }, () => actions().start(a, decisionId, permit?.token ?? '')));
      expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('identical asks at once wait for one approval', async () => {
      const { a } = stage.cast;
      const action = fresh();
      const asked = await Promise.all(Array.from({ length: 10 }, () => actions().decide(a, action)));
      expect(new Set(asked.map(({ approval }) => approval?.id)).size).toBe(1);
      expect(asked.every(({ permit }) => permit === undefined)).toBe(true);
      const approval = await repository().approval(a, asked[0]?.approval?.id ?? '');
      expect(approval).toMatchObject({ status: 'pending', asks: 10, action, approvers: 0 });
    });

    test('what a colleague approved is allowed once', async () => {
      const { a } = stage.cast;
      const bob = await colleague(stage, 'approver');
      const action = fresh();
      const asked = await actions().decide(a, action);
      expect(await repository().vote(bob, asked.approval?.id ?? '', { decision: 'approve' })).toBe('done');
      const again = await Promise.all(Array.from({ length: 10 }, () => actions().decide(a, action)));
      const permitted = again.filter(({ permit }) => permit !== undefined);
      expect(permitted).toHaveLength(1);
      await actions().start(a, permitted[0]?.decisionId ?? '', permitted[0]?.permit?.token ?? '');
      expect(await repository().approval(a, asked.approval?.id ?? '')).toMatchObject({ status: 'consumed' });
    });
  });
}
