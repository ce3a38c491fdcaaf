import { CairnError } from '@cairn/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { noHistory } from '../rules/history.ts';
import { shellAction } from '../testing/verdicts.ts';
import { rulesDigest } from './compile-policy.ts';
import { commitments } from '../testing/commitments.ts';
import { createEvaluator } from './evaluator.ts';
import type { Evaluator, PolicyFault } from './evaluator.ts';
import type { HistoryQuestions } from './history-reader.ts';
import type { StoredPolicy, StoredRules } from './policy.ts';

const acting = { projectId: 'p', userId: 'u', credentialId: 'c' };
const pwd = shellAction('pwd');

const stored = (number: number, rules: unknown): StoredRules => ({
  number,
  name: 'x',
  rules: JSON.stringify(rules),
  digest: rulesDigest({ number, name: 'x', rules }),
});
const rule = (effect: string, when: object = {}) => ({ id: `${effect}-all`, effect, when, justification: 'test' });

let now: number;
let policy: Omit<StoredPolicy, 'etag'>;
let reads: number;
let faults: PolicyFault[];
let asked: HistoryQuestions[];
let fails: Error | undefined;
let evaluator: Evaluator;
/** Called when the store was asked and has not answered yet. */
let meanwhile: () => Promise<void>;

beforeEach(() => {
  now = 1000;
  policy = { project: undefined, workspace: undefined };
  [reads, faults, asked, fails] = [0, [], [], undefined];
  meanwhile = async () => {};
  evaluator = createEvaluator({
    commitments,
    policies: {
      async active(_project, etag) {
        reads++;
        if (fails !== undefined) throw fails;
        const seen = { ...policy, etag: JSON.stringify(policy) };
        await meanwhile();
        return seen.etag === etag ? 'same' : seen;
      },
    },
    history: {
      async read(_acting, _action, questions) {
        asked.push(questions);
        return { ...noHistory, count: () => 2, sum: () => 90 };
      },
    },
    onFault: (fault) => void faults.push(fault),
    now: () => now,
    wait: async (ms) => void (now += ms),
  });
});

const payment = actionSchema.parse({
  kind: 'external.change',
  system: 'bank',
  operation: 'pay',
  resource: 'r',
  amount: 10,
  reversible: false,
});
const outcome = async (action = pwd) => (await evaluator.evaluate(action, acting)).outcome;

describe('the evaluator', () => {
  it('decides by the built-in revision while none is in force', async () => {
    expect(await evaluator.evaluate(pwd, acting)).toMatchObject({ outcome: 'allow', policyRevision: 0, ruleIds: ['allow-showing'] });
    expect(faults).toEqual([]);
  });

  it('asks the store once a lease, for calls that come together too', async () => {
    await Promise.all([outcome(), outcome(), outcome()]);
    now += 249;
    await outcome();
    expect(reads).toBe(1);
    now += 1;
    await outcome();
    expect(reads).toBe(2);
  });

  it('decides by a change once its lease is over, and not later', async () => {
    expect(await outcome()).toBe('allow');
    policy = { project: stored(1, [rule('deny')]), workspace: undefined };
    expect(await outcome()).toBe('allow');
    await evaluator.settle();
    expect(await evaluator.evaluate(pwd, acting)).toMatchObject({ outcome: 'deny', policyRevision: 1 });
  });

  it('does not give a later call what was being read when the change was settled', async () => {
    let read: () => void = () => {};
    meanwhile = () => new Promise((resolve) => void (read = resolve));
    const before = outcome();
    policy = { project: stored(1, [rule('deny')]), workspace: undefined };
    await evaluator.settle();
    meanwhile = async () => {};
    const after = outcome();
    read();
    expect(await Promise.all([before, after])).toEqual(['allow', 'deny']);
    expect(await outcome()).toBe('deny');
  });

  it.each<[string, () => StoredRules]>([
    ['whose rules the store has lost', () => ({ ...stored(3, []), rules: '' })],
    ['whose rules are not what was written', () => ({ ...stored(3, [rule('deny')]), rules: JSON.stringify([rule('allow')]) })],
    ['whose number is not what was written', () => ({ ...stored(2, [rule('allow')]), number: 3 })],
    ['whose digest is lost', () => ({ ...stored(3, [rule('allow')]), digest: '' })],
    ['with an effect that nobody knows', () => stored(3, [rule('alow')])],
    ['that is no list of rules', () => stored(3, { allow: true })],
  ])('denies everything by a revision %s, and says so each time it is read', async (_, revision) => {
    for (const broken of [
      { project: revision(), workspace: undefined },
      { project: stored(1, [rule('allow')]), workspace: revision() },
    ]) {
      policy = broken;
      await evaluator.settle();
      expect((await evaluator.evaluate(pwd, acting)).ruleIds.join()).toMatch(/^(workspace\/)?policy-unreadable$/);
      now += 250;
      expect(await outcome()).toBe('deny');
      expect(faults.at(-1)?.fault).toContain('revision 3');
    }
    expect(faults).toHaveLength(4);
  });

  it('decides nothing while the store fails, and tells of it', async () => {
    await outcome();
    now += 250;
    fails = new CairnError('STORE_UNAVAILABLE');
    await expect(outcome()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(faults).toEqual([{ projectId: 'p', err: fails }]);
    fails = undefined;
    expect(await outcome()).toBe('allow');
  });

  it('decides as another policy when the rules of the workspace are others', async () => {
    const digests: string[] = [];
    for (const number of [1, 2]) {
      policy = { project: undefined, workspace: stored(number, [rule('oblige')]) };
      await evaluator.settle();
      const decision = await evaluator.evaluate(pwd, acting);
      expect(decision).toMatchObject({ outcome: 'allow', policyRevision: 0, workspaceRevision: number });
      digests.push(decision.actionDigest);
    }
    expect(new Set(digests).size).toBe(2);
  });

  it('asks for what was done before once, and only where a rule looks at it', async () => {
    expect((await evaluator.evaluate(pwd, acting)).mustRecord).toBeUndefined();
    const when = { kind: ['external.change'], rate: { key: 'user', window_s: 60, max: 2 } };
    policy = {
      project: stored(1, [
        rule('allow'),
        { ...rule('deny', { ...when, rate: { ...when.rate, max: 9 } }), id: 'oftener' },
        { ...rule('deny', when), id: 'often' },
        { ...rule('deny', { kind: ['external.change'], sum: { path: '/amount', window_s: 3600, max: 99 } }), id: 'much' },
      ]),
      workspace: undefined,
    };
    await evaluator.settle();
    expect(await evaluator.evaluate(payment, acting)).toMatchObject({ outcome: 'deny', ruleIds: ['much', 'often'], mustRecord: true });
    expect(asked).toEqual([
      {
        counts: [{ key: 'user', windowSeconds: 60, most: 10 }],
        sums: [{ path: '/amount', windowSeconds: 3600 }],
        events: [],
      },
    ]);
    expect(await evaluator.evaluate(pwd, acting)).toMatchObject({ outcome: 'allow', mustRecord: true });
    expect(asked).toHaveLength(1);
  });

  it('decides anew on a past that is read elsewhere, and only where a rule looks at it', async () => {
    const rate = { key: 'user', window_s: 60, max: 2 };
    policy = { project: stored(1, [rule('allow'), rule('deny', { kind: ['external.change'], rate })]), workspace: undefined };
    expect((await evaluator.evaluate(pwd, acting)).anew).toBeUndefined();
    const decision = await evaluator.evaluate(payment, acting);
    expect(decision.outcome).toBe('deny');
    const past = (count: number) => ({ commitments, history: { read: async () => ({ ...noHistory, count: () => count }) } });
    expect(await decision.anew?.(past(1))).toMatchObject({ outcome: 'allow', actionDigest: decision.actionDigest });
    expect(await decision.anew?.(past(2))).toMatchObject({ outcome: 'deny' });
    expect(asked).toHaveLength(1);
  });
});
