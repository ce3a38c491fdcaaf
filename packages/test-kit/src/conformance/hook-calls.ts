import { randomBytes } from 'node:crypto';
import { actionSchema, createActions, decide, noHistory, starterRevision } from '@cairn/governance';
import type { Action, Acting } from '@cairn/governance';
import { describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

const evaluator = {
  evaluate: async (action: Action, acting: Acting) => decide(action, starterRevision, { acting, history: noHistory, now: new Date() }),
};
const looking = actionSchema.parse({ kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' });
const newRef = (): string => randomBytes(32).toString('hex');

/** What every HookCallRepository keeps to. */
export function hookCallConformance(stage: Stage): void {
  describe('calls that a hook let go', () => {
    const calls = () => stage.ports.stores.hookCalls;

    async function started(): Promise<{ decisionId: string; executionId: string }> {
      const actions = createActions({ evaluator, repository: stage.ports.stores.actions });
      const { decisionId, permit } = await actions.decide(stage.cast.a, looking);
      return { decisionId, executionId: await actions.start(stage.cast.a, decisionId, permit?.token ?? '') };
    }

    test('are told once what became of them', async () => {
      const { a } = stage.cast;
      const ref = newRef();
      const [one, two] = [await started(), await started()];
      await calls().remember(a, ref, [one, two]);
      expect((await calls().take(a, ref)).toSorted()).toEqual([one.executionId, two.executionId].toSorted());
      expect(await calls().take(a, ref)).toEqual([]);
    });

    test('are known to the credential that made them', async () => {
      const { a, a2, b } = stage.cast;
      const ref = newRef();
      const one = await started();
      await calls().remember(a, ref, [one]);
      expect([await calls().take(a2, ref), await calls().take(b, ref)]).toEqual([[], []]);
      expect(await calls().take(a, ref)).toEqual([one.executionId]);
    });

    test('are carried over once, to the credential that made them', async () => {
      const { a, a2, b } = stage.cast;
      const [announced, own] = [newRef(), newRef()];
      const one = await started();
      await calls().remember(a, announced, [one]);
      for (const other of [a2, b]) expect(await calls().carryOver(other, announced, own)).toBe(false);
      expect(await calls().carryOver(a, announced, own)).toBe(true);
      expect(await calls().carryOver(a, announced, newRef())).toBe(false);
      expect(await calls().take(a, announced)).toEqual([]);
      expect(await calls().take(a, own)).toEqual([one.executionId]);
    });

    test('are not carried over where no permit was spent', async () => {
      const { a } = stage.cast;
      const [announced, own] = [newRef(), newRef()];
      const { decisionId } = await started();
      await calls().remember(a, announced, [{ decisionId, executionId: undefined }]);
      expect(await calls().carryOver(a, announced, own)).toBe(false);
      expect(await calls().take(a, own)).toEqual([]);
    });

    test('give no execution where none was permitted', async () => {
      const { a } = stage.cast;
      const ref = newRef();
      const { decisionId } = await started();
      await calls().remember(a, ref, [{ decisionId, executionId: undefined }]);
      expect(await calls().take(a, ref)).toEqual([]);
    });
  });
}
