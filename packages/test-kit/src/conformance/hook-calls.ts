import { randomBytes } from 'node:crypto';
import type { Actor } from '@cairn/core';
import { actionSchema, createActions, decide, noHistory, starterRevision } from '@cairn/governance';
import type { Action, Acting, HookCall } from '@cairn/governance';
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

    const remember = (actor: Actor, ref: string, made: readonly HookCall[]) =>
      calls().remember(actor, { callRef: ref, toldRef: ref, calls: made });
    const take = (actor: Actor, ref: string) => calls().end(actor, { callRef: ref, outcome: 'succeeded' });

    async function started(): Promise<{ decisionId: string; executionId: string }> {
      const actions = createActions({ evaluator, repository: stage.ports.stores.actions });
      const { decisionId, permit } = await actions.decide(stage.cast.a, looking);
      return { decisionId, executionId: await actions.start(stage.cast.a, decisionId, permit?.token ?? '') };
    }

    test('are told once what became of them', async () => {
      const { a } = stage.cast;
      const ref = newRef();
      const [one, two] = [await started(), await started()];
      await remember(a, ref, [one, two]);
      expect((await take(a, ref)).toSorted()).toEqual([one.executionId, two.executionId].toSorted());
      expect(await take(a, ref)).toEqual([]);
    });

    test('are known to the credential that made them', async () => {
      const { a, a2, b } = stage.cast;
      const ref = newRef();
      const one = await started();
      await remember(a, ref, [one]);
      expect([await take(a2, ref), await take(b, ref)]).toEqual([[], []]);
      expect(await take(a, ref)).toEqual([one.executionId]);
    });

    test('are carried over once, to the credential that made them', async () => {
      const { a, a2, b } = stage.cast;
      const [announced, own] = [newRef(), newRef()];
      const one = await started();
      await remember(a, announced, [one]);
      for (const other of [a2, b]) expect(await calls().carryOver(other, announced, own)).toBe(false);
      expect(await calls().carryOver(a, announced, own)).toBe(true);
      expect(await calls().carryOver(a, announced, newRef())).toBe(false);
      expect(await take(a, announced)).toEqual([]);
      expect(await take(a, own)).toEqual([one.executionId]);
    });

    test('are not carried over where no permit was spent', async () => {
      const { a } = stage.cast;
      const [announced, own] = [newRef(), newRef()];
      const { decisionId } = await started();
      await remember(a, announced, [{ decisionId, executionId: undefined }]);
      expect(await calls().carryOver(a, announced, own)).toBe(false);
      expect(await take(a, own)).toEqual([]);
    });

    test('give no execution where none was permitted', async () => {
      const { a } = stage.cast;
      const ref = newRef();
      const { decisionId } = await started();
      await remember(a, ref, [{ decisionId, executionId: undefined }]);
      expect(await take(a, ref)).toEqual([]);
    });

    test('that is told of again, or was denied and let go since, is taken as what it was told last', async () => {
      const { a } = stage.cast;
      const ref = newRef();
      const one = await started();
      await calls().deny(a, ref, one.decisionId);
      await remember(a, ref, [one]);
      expect(await take(a, ref)).toEqual([one.executionId]);
      await calls().deny(a, ref, undefined);
      expect(await take(a, ref)).toEqual([]);
    });

    test('are found by the ref that they were announced under, and end once by their own', async () => {
      const { a } = stage.cast;
      const [announced, own] = [newRef(), newRef()];
      const one = await started();
      await calls().remember(a, { callRef: announced, toldRef: own, calls: [one] });
      const end = () => calls().end(a, { callRef: own, announcedRef: announced, outcome: 'failed' });
      expect([await end(), await end()]).toEqual([[one.executionId], []]);
    });
  });
}
