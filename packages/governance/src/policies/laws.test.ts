import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import type { Revision } from '../rules/revision.ts';
import { ruleEffects } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import { circumstances, shellAction, strictness } from '../testing/verdicts.ts';
import { compilePolicy, rulesDigest } from './compile-policy.ts';
import { commitments } from '../testing/commitments.ts';
import { createEvaluator } from './evaluator.ts';
import type { StoredRules } from './policy.ts';

const actions: readonly Action[] = [
  ...['ls', 'pwd', 'npm publish', 'git status && rm -rf ~/x', 'cat src/a.ts'].map(shellAction),
  { kind: 'memory.write', size: 1, content_hash: 'a'.repeat(64) },
  { kind: 'memory.delete', memory_id: 'm' },
  { kind: 'knowledge.write', title: 't', size: 1, media_type: 'text/plain', sha256: 'a'.repeat(64) },
  { kind: 'external.change', system: 's', operation: 'o', resource: 'r', reversible: true },
];

const condition = fc.constantFrom<Rule['when']>(
  {},
  { kind: ['shell.exec'] },
  { kind: ['memory.write', 'memory.delete'] },
  { kind: ['knowledge.write'] },
  { command: { head: ['ls', 'npm'] } },
  { effects: [{ kind: ['delete'] }] },
  { path: ['/repo/**'] },
  { risk: { gte: 'high' } },
);
const aRule = fc
  .record({ effect: fc.constantFrom(...ruleEffects), when: condition, mode: fc.constantFrom('enforce', 'enforce', 'shadow') })
  .map((made): Omit<Rule, 'id'> => ({ ...made, obligations: ['dry_run'], justification: 'law' }));
const someRules = fc.array(aRule, { maxLength: 8 }).map((rules): readonly Rule[] => rules.map((rule, at) => ({ ...rule, id: `r${at}` })));
const anAction = fc.constantFrom(...actions);

const stored = (number: number, rules: readonly Rule[]): StoredRules => ({
  number,
  name: 'x',
  rules: JSON.stringify(rules),
  digest: rulesDigest({ number, name: 'x', rules }),
});
const together = (project: readonly Rule[], workspace: readonly Rule[]): Revision =>
  compilePolicy({ etag: '', project: stored(1, project), workspace: stored(1, workspace) }).revision;
const outcome = (action: Action, revision: Revision) => decide(action, revision, circumstances).outcome;

describe('the rules of a workspace', () => {
  it('are never weakened by those of a project, whatever these say', () => {
    fc.assert(
      fc.property(someRules, someRules, anAction, (workspace, project, action) => {
        const alone = decide(action, { number: 1, name: 'x', rules: workspace }, circumstances);
        const both = outcome(action, together(project, workspace));
        const holdsBack = alone.ruleIds.length > 0 && (alone.outcome === 'deny' || alone.outcome === 'require_approval');
        expect(strictness(both)).toBeGreaterThanOrEqual(holdsBack ? strictness(alone.outcome) : 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('and those of a project decide the same in any order', () => {
    fc.assert(
      fc.property(someRules, someRules, anAction, (workspace, project, action) => {
        const { actionDigest: _, ...one } = decide(action, together(project, workspace), circumstances);
        const { actionDigest: __, ...other } = decide(action, together(project.toReversed(), workspace.toReversed()), circumstances);
        expect({ ...other, explain: new Set(other.explain.map(String)) }).toEqual({ ...one, explain: new Set(one.explain.map(String)) });
      }),
    );
  });

  it('deny where any rule of either denies', () => {
    fc.assert(
      fc.property(someRules, someRules, anAction, (workspace, project, action) => {
        const denies = [workspace, project].some(
          (rules) =>
            decide(action, { number: 1, name: 'x', rules: rules.filter(({ effect }) => effect === 'deny') }, circumstances).ruleIds.length >
            0,
        );
        expect(denies && outcome(action, together(project, workspace)) !== 'deny').toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

it('a revision that is put in force again decides every action as it did before', async () => {
  await fc.assert(
    fc.asyncProperty(someRules, someRules, async (first, second) => {
      let [active, now]: [StoredRules | undefined, number] = [undefined, 0];
      const evaluator = createEvaluator({
        commitments,
        policies: {
          async active(_project, etag) {
            const is = String(active?.number ?? 0);
            return is === etag ? 'same' : { etag: is, project: active, workspace: undefined };
          },
        },
        history: { read: async () => circumstances.history },
        now: () => now,
        wait: async (ms) => void (now += ms),
      });
      const decideAll = async (rules: StoredRules | undefined) => {
        active = rules;
        await evaluator.settle();
        return Promise.all(actions.map((action) => evaluator.evaluate(action, circumstances.acting)));
      };
      const [one, two] = [stored(1, first), stored(2, second)];
      const before = await decideAll(one);
      await decideAll(two);
      expect(await decideAll(one)).toEqual(before);
      const starter = await decideAll(undefined);
      expect(starter.map((decision) => decision.outcome)).toEqual(actions.map((action) => outcome(action, starterRevision)));
    }),
    { numRuns: 50 },
  );
});
