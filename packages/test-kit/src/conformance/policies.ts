import { createActions, createEvaluator, maxRevisions, ruleSchema, starterRevision } from '@cairn/governance';
import type { Action, PolicyScope } from '@cairn/governance';
import { describe, expect, test } from 'vitest';
import { actionsOn, shell } from './asked-actions.ts';
import type { Stage } from './suite.ts';

const rule = (id: string, effect: 'allow' | 'deny', when: object = {}) => ruleSchema.parse({ id, effect, when, justification: 'test' });
const scopes = ['project', 'workspace'] as const satisfies readonly PolicyScope[];

/** What every PolicyRepository, and the reader of the past beside it, keeps to. */
export function policyConformance(stage: Stage): void {
  describe('policies', () => {
    const policies = () => stage.ports.stores.policies;
    const evaluator = () =>
      createEvaluator({
        policies: policies(),
        history: stage.ports.actionHistory,
        commitments: stage.ports.commitments,
        leaseMs: 0,
      });

    async function written(scope: PolicyScope, rules = [rule('all', 'allow')]): Promise<number> {
      const revision = await policies().create(stage.cast.session, scope, { name: 'of a test', rules });
      if (revision === 'too_many') throw new Error('too many');
      return revision.number;
    }

    async function inForce(scope: PolicyScope, rules = [rule('all', 'allow')]): Promise<number> {
      const number = await written(scope, rules);
      expect(await policies().activate(stage.cast.session, scope, number)).toBe('done');
      return number;
    }

    test.each(scopes)('of a %s are numbered, kept as they were written, and in force one at a time', async (scope) => {
      const { session } = stage.cast;
      const rules = [rule('a', 'deny', { args: [{ path: '/amount', op: 'gt', value: 1.5e300 }] }), rule('b', 'allow', { path: ['/ü/**'] })];
      const first = await written(scope, rules);
      const kept = { number: first, name: 'of a test', rules, isActive: false, activatedAt: null, fault: null, createdBy: session.userId };
      expect(await policies().get(session, scope, first)).toMatchObject(kept);
      const second = await inForce(scope);
      expect(second).toBe(first + 1);
      expect(await policies().current(session, scope)).toMatchObject({ number: second, isActive: true, activatedAt: expect.any(String) });
      await policies().activate(session, scope, first);
      expect(await policies().get(session, scope, second)).toMatchObject({ isActive: false, activatedAt: expect.any(String) });
      expect(await policies().current(session, scope)).toMatchObject({ number: first, rules });
      expect(await policies().activate(session, scope, maxRevisions)).toBe('not_found');
      await policies().activate(session, scope, 0);
      const builtIn = { number: 0, isActive: true, rules: scope === 'project' ? starterRevision.rules : [] };
      expect(await policies().current(session, scope)).toMatchObject(builtIn);
    });

    test.each(scopes)('of a %s are listed newest first, the built-in one last', async (scope) => {
      const { session } = stage.cast;
      const numbers = [await written(scope), await written(scope)].toReversed();
      const page = await policies().list(session, scope, { limit: 2 });
      expect(page.map(({ number }) => number)).toEqual(numbers);
      const rest = await policies().list(session, scope, { limit: 200, below: numbers[1] });
      expect(rest.at(-1)).toMatchObject({ number: 0, createdBy: null });
      expect(rest[0]?.number ?? 0).toBeLessThan(numbers[1] ?? 0);
    });

    test('written at once get a number each', async () => {
      const numbers = await Promise.all(Array.from({ length: 10 }, () => written('project')));
      expect(new Set(numbers).size).toBe(10);
    });

    test('of another project are not seen', async () => {
      const number = await inForce('project');
      const elsewhere = { ...stage.cast.session, projectId: stage.cast.projectB };
      expect(await policies().get(elsewhere, 'project', number)).toBeUndefined();
      expect(await policies().activate(elsewhere, 'project', number)).toBe('not_found');
      expect(await policies().current(elsewhere, 'project')).toMatchObject({ number: 0 });
      await policies().activate(stage.cast.session, 'project', 0);
    });

    test('are read with an etag that changes with what is in force, of either scope', async () => {
      const { projectA, projectB, session } = stage.cast;
      const etags = new Set<string>();
      const read = async (projectId: string) => {
        const stored = await policies().active(projectId);
        if (stored === 'same') throw new Error('same as nothing');
        expect(await policies().active(projectId, stored.etag)).toBe('same');
        return stored;
      };
      etags.add((await read(projectA)).etag);
      const number = await inForce('project');
      const own = await read(projectA);
      expect(own).toMatchObject({ project: { number, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }, workspace: undefined });
      etags.add(own.etag);
      const above = await inForce('workspace');
      etags.add((await read(projectA)).etag);
      expect(await read(projectB)).toMatchObject({ project: undefined, workspace: { number: above } });
      expect(etags.size).toBe(3);
      for (const scope of scopes) await policies().activate(session, scope, 0);
    });

    test.each(scopes)('of a %s that change void what was permitted before', async (scope) => {
      const { a, session } = stage.cast;
      const decided = await actionsOn(stage).decide(a, shell('ls'));
      await inForce(scope);
      await expect(actionsOn(stage).start(a, decided.decisionId, decided.permit?.token ?? '')).rejects.toMatchObject({
        code: 'PERMIT_NOT_USABLE',
      });
      // Also what is permitted by a process that has not read the change yet.
      const late = await actionsOn(stage).decide(a, shell('ls'));
      await expect(actionsOn(stage).start(a, late.decisionId, late.permit?.token ?? '')).rejects.toMatchObject({
        code: 'PERMIT_NOT_USABLE',
      });
      await policies().activate(session, scope, 0);
    });

    test('see what was allowed and started before, in their windows', async () => {
      const { a, a2 } = stage.cast;
      const pay = (amount: number, tool: string): Action => ({ kind: 'mcp.call', server: 'bank', tool, arguments: { amount } });
      const of = ({ projectId, userId, credentialId }: typeof a, agentId?: string) => ({ projectId, userId, credentialId, agentId });
      await inForce('project', [rule('all', 'allow', { kind: ['mcp.call'] })]);
      const own = evaluator();
      const actions = createActions({ evaluator: own, repository: stage.ports.stores.actions });
      const first = await actions.decide(a, pay(10, 'send'), { agentId: 'x' });
      await actions.decide(a2, pay(5.5, 'send'), { agentId: 'y' });
      await actions.decide(a, pay(1, 'other'), { agentId: 'x' });
      await actions.decide(a, shell('ls'), { agentId: 'x' });
      const questions = {
        counts: (['user', 'agent', 'kind', 'tool'] as const).map((key) => ({ key, windowSeconds: 60, most: 100 })),
        sums: [{ path: '/arguments/amount', windowSeconds: 60 }],
        events: [{ event: 'mcp.call', withinSeconds: 60 }],
      };
      const before = await stage.ports.actionHistory.read(of(a, 'x'), pay(1, 'send'), questions);
      expect((['agent', 'kind', 'tool'] as const).map((key) => before.count(key, 60))).toEqual([2, 3, 2]);
      expect([before.sum('/arguments/amount', 60), before.happened('mcp.call', 60)]).toEqual([16.5, false]);
      expect(
        (
          await stage.ports.actionHistory.read(of(a, 'x'), pay(1, 'send'), {
            ...questions,
            counts: [{ key: 'kind', windowSeconds: 60, most: 2 }],
          })
        ).count('kind', 60),
      ).toBe(2);
      await actions.start(a, first.decisionId, first.permit?.token ?? '');
      expect((await stage.ports.actionHistory.read(of(a, 'x'), pay(1, 'send'), questions)).happened('mcp.call', 60)).toBe(true);
      await policies().activate(stage.cast.session, 'project', 0);
    });
  });
}
