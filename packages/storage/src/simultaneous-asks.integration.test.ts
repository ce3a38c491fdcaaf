import { randomBytes, randomUUID } from 'node:crypto';
import { createActions, createEvaluator, decideToolUse, ruleSchema } from '@cairn/governance';
import type { Action, Actions, Evaluator, StoredDecision } from '@cairn/governance';
import { onStage } from '@cairn/test-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRepositories, type Repositories } from './stores.ts';
import { backends, openStore, type TestStore } from './testing/backends.ts';

const most = 3;
const often = { key: 'agent', window_s: 3600, max: most };
const rule = (id: string, effect: string, when: object) => ruleSchema.parse({ id, effect, when, justification: 'test' });
const rules = [
  rule('all', 'allow', {}),
  rule('calls', 'deny', { kind: ['mcp.call'], rate: often }),
  rule('commands', 'require_approval', { kind: ['shell.exec'], rate: often }),
  rule('saves', 'deny', { kind: ['memory.write'], rate: often }),
  rule('money', 'deny', { kind: ['external.change'], sum: { path: '/amount', window_s: 3600, max: 100 } }),
];

const call = (at: number): Action => ({ kind: 'mcp.call', server: 's', tool: 't', arguments: { at } });
const look: Action = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
const save = (at: number): Action => ({ kind: 'memory.write', size: 1, content_hash: at.toString(16).padStart(64, '0') });
const pay = (amount: number): Action => ({
  kind: 'external.change',
  system: 's',
  operation: 'pay',
  resource: randomUUID(),
  amount,
  currency: 'EUR',
  reversible: false,
});

const times = <Item>(count: number, make: (at: number) => Item): Item[] => Array.from({ length: count }, (_, at) => make(at));
const allowed = (decisions: readonly StoredDecision[]) => decisions.filter(({ permit }) => permit !== undefined);

interface Process {
  readonly ports: Repositories;
  readonly evaluator: Evaluator;
  readonly actions: Actions;
}

function processOver(ports: Repositories): Process {
  const { stores, actionHistory: history, commitments } = ports;
  const evaluator = createEvaluator({ policies: stores.policies, history, commitments });
  return { ports, evaluator, actions: createActions({ evaluator, repository: stores.actions }) };
}

describe.each(backends)('asks at the same moment, of two processes, on %s', (backend) => {
  let store: TestStore;
  const stage = onStage(async () => (store = await openStore(backend)));
  let processes: readonly [Process, Process];
  const at = (index: number): Process => processes[index % 2 === 0 ? 0 : 1];

  beforeAll(async () => {
    const { session, projectA, projectB } = stage.cast;
    for (const projectId of [projectA, projectB]) {
      const actor = { ...session, projectId };
      const revision = await store.ports.stores.policies.create(actor, 'project', { name: 'limits', rules });
      if (revision === 'too_many') throw new Error(revision);
      await store.ports.stores.policies.activate(actor, 'project', revision.number);
    }
    processes = [processOver(store.ports), processOver(await openRepositories(store.database, Buffer.alloc(32, 7)))];
  });

  const ask = (index: number, action: Action, agentId = 'an agent') => at(index).actions.decide(stage.cast.a, action, { agentId });

  test('are never allowed more often than a rate says, and each permit begins', async () => {
    const agent = randomUUID();
    const decisions = await Promise.all(times(12, (index) => ask(index, call(index), agent)));
    expect(allowed(decisions)).toHaveLength(most);
    const denied = decisions.filter(({ permit }) => permit === undefined);
    expect(new Set(denied.map(({ decision }) => `${decision.outcome} by ${decision.ruleIds.join()}`))).toEqual(new Set(['deny by calls']));
    for (const { decisionId, permit } of allowed(decisions)) await at(0).actions.start(stage.cast.a, decisionId, permit?.token ?? '');
  });

  test('are never allowed more in sum than a rule says', async () => {
    expect(allowed(await Promise.all(times(8, (index) => ask(index, pay(40)))))).toHaveLength(2);
    expect(allowed([await ask(0, pay(21))])).toEqual([]);
    expect(allowed([await ask(0, pay(20))])).toHaveLength(1);
  });

  test('wait for one approval together once the limit is reached by the very same ask', async () => {
    const agent = randomUUID();
    const decisions = await Promise.all(times(9, (index) => ask(index, look, agent)));
    expect(allowed(decisions)).toHaveLength(most);
    const waiting = decisions.filter(({ permit }) => permit === undefined);
    expect(waiting.map(({ decision }) => decision.outcome)).toEqual(times(9 - most, () => 'require_approval'));
    expect(new Set(waiting.map(({ approval }) => approval?.id)).size).toBe(1);
  });

  test('of calls that do several things are let go as a whole or not at all', async () => {
    const agent = randomUUID();
    const hook = (index: number, count: number, callRef = randomBytes(32).toString('hex')) =>
      decideToolUse({ evaluator: at(index).evaluator, stores: at(index).ports.stores }, stage.cast.a, {
        phase: 'before',
        callRef,
        toldRef: callRef,
        taskId: randomUUID(),
        actions: times(count, (part) => call(100 * index + part)),
        agentId: agent,
        canAsk: false,
      });
    expect((await hook(0, most + 1)).permission).toBe('deny');
    const verdicts = await Promise.all(times(6, (index) => hook(index, 2)));
    expect(verdicts.filter(({ permission }) => permission === 'allow')).toHaveLength(1);
    expect((await hook(0, 1)).permission).toBe('allow');
    expect((await hook(1, 1)).permission).toBe('deny');
  });

  test('get along with everything else that is written then', async () => {
    const { a, a2 } = stage.cast;
    const agent = randomUUID();
    const inOne = async (index: number) => {
      const { ports, evaluator, actions } = at(index);
      const evaluated = await actions.evaluate(a, save(index), { agentId: agent });
      return ports.stores.together(a, async (own) => {
        const stored = await createActions({ evaluator, repository: own.actions }).record(a, evaluated);
        if (stored.permit) await own.memories.save(a, { content: `governed ${index}` });
        return stored;
      });
    };
    const [saved, asked] = await Promise.all([
      Promise.all(times(8, inOne)),
      Promise.all(times(8, (index) => ask(index, call(index), agent))),
      Promise.all(times(8, (index) => at(index).ports.stores.memories.save(index % 2 === 0 ? a : a2, { content: `plain ${index}` }))),
    ]);
    // Both kinds are counted together, each by its own rule.
    expect(allowed([...saved, ...asked])).toHaveLength(most);
  });

  test('see what was written since they were evaluated, and keep what was stricter then', async () => {
    const { a } = stage.cast;
    const agent = randomUUID();
    const { actions } = at(0);
    const evaluated = await actions.evaluate(a, call(0), { agentId: agent });
    expect(evaluated.decision.outcome).toBe('allow');
    for (const index of times(most, (each) => each)) await ask(1, call(index), agent);
    const stored = await actions.record(a, evaluated);
    expect(stored).toMatchObject({ decision: { outcome: 'deny', ruleIds: ['calls'] }, permit: undefined });
    const alone = { ...evaluated.acting, agentId: randomUUID() };
    const denied = { ...evaluated, agentId: alone.agentId, acting: alone, decision: stored.evaluated.decision };
    expect((await actions.record(a, denied)).decision.outcome).toBe('deny');
  });

  test('of one project keep no other project waiting, but where the store does one transaction at a time', async () => {
    const { a, b } = stage.cast;
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const turn = at(0).ports.stores.actions.inTurn(a, async () => {
      begun.resolve();
      await over.promise;
    });
    await begun.promise;
    if (backend === 'embedded') over.resolve();
    const waiting = Promise.all(times(40, () => ask(0, call(0), randomUUID())));
    const elsewhere = await Promise.all(times(4, (index) => at(index).actions.decide(b, call(index), { agentId: randomUUID() })));
    expect(allowed(elsewhere)).toHaveLength(4);
    over.resolve();
    await turn;
    expect(allowed(await waiting)).toHaveLength(40);
  });
});
