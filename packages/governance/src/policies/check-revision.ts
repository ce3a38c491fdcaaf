import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import { noHistory } from '../rules/history.ts';
import type { Revision } from '../rules/revision.ts';
import { ruleMatches } from '../decision/rule-matches.ts';
import type { Rule } from '../rules/rule.ts';
import { bypassWrites } from './bypass-writes.ts';
import { bypasses } from './bypasses.ts';
import { atTheirLaxest, ofActions } from './of-actions.ts';

/** What keeps a revision from being activated. */
export interface RevisionFault {
  /** Where in the revision: `rules.3.examples.match.0`. */
  readonly path: string;
  readonly message: string;
}

const nobody = { acting: { projectId: '', userId: '', credentialId: '' }, history: noHistory, now: new Date(0) };

/**
 * Everything that is wrong with a set of rules that is well-formed: ids that stand twice, limits that allow, examples of rules
 * that they do not hold for, ways around a policy that it would let through.
 */
export function checkRevision(revision: Revision): readonly RevisionFault[] {
  const { rules } = revision;
  return [...idFaults(rules), ...rules.flatMap(limitFaults), ...rules.flatMap(exampleFaults), ...bypassFaults(revision)];
}

function idFaults(rules: readonly Rule[]): readonly RevisionFault[] {
  const seen = new Set<string>();
  return rules.flatMap(({ id }, at) => {
    if (seen.has(id)) return [{ path: `rules.${at}.id`, message: `stands twice: ${id}` }];
    seen.add(id);
    return [];
  });
}

/** They hold once more was done than that, and nobody means to allow only then. */
function limitFaults({ effect, when }: Rule, at: number): readonly RevisionFault[] {
  if (effect !== 'allow') return [];
  return (['rate', 'sum'] as const).flatMap((name) =>
    when[name] === undefined
      ? []
      : [{ path: `rules.${at}.when.${name}`, message: 'must not be in a rule that allows: it would allow only beyond it' }],
  );
}

/** Each example of what a rule is about must match it, whoever acts and whenever, and none of what it is not about. */
function exampleFaults(rule: Rule, at: number): readonly RevisionFault[] {
  const about = ofActions(rule);
  const fault = (list: 'match' | 'not_match', index: number, message: string) => ({
    path: `rules.${at}.examples.${list}.${index}`,
    message,
  });
  const check = (list: 'match' | 'not_match') =>
    (rule.examples?.[list] ?? []).flatMap((example, index) => {
      const read = actionSchema.safeParse(example);
      if (!read.success)
        return [fault(list, index, `is no action: ${read.error.issues[0]?.path.join('.')} ${read.error.issues[0]?.message}`)];
      const isMatch = ruleMatches(about, read.data, nobody);
      if (isMatch === (list === 'match')) return [];
      return [fault(list, index, isMatch ? 'matches the rule, and must not' : 'does not match the rule, and must')];
    });
  return [...check('match'), ...check('not_match')];
}

/** Most ways that are told of one by one. */
const mostTold = 5;

function bypassFaults(revision: Revision): readonly RevisionFault[] {
  const laxest = { ...revision, rules: atTheirLaxest(revision.rules) };
  const allowed = (actions: readonly Action[]) => actions.filter((action) => isAllowed(laxest, action));
  return [...toldOf(allowed(commands), 'commands'), ...toldOf(allowed(writes), 'writes')];
}

function toldOf(through: readonly Action[], what: string): readonly RevisionFault[] {
  const told = through.slice(0, mostTold).map((action) => ({
    path: 'rules',
    message: `would allow ${shown(action)}, which is a known way around policies`,
  }));
  const more = through.length - told.length;
  return more <= 0 ? told : [...told, { path: 'rules', message: `and ${more} more such ${what}` }];
}

const shown = (action: Action): string => {
  if (action.kind === 'file.write') return `writing ${JSON.stringify(action.path)}`;
  return JSON.stringify('command' in action ? action.command : action.kind);
};

const isAllowed = (revision: Revision, action: Action): boolean => {
  const { outcome } = decide(action, revision, nobody);
  return outcome === 'allow' || outcome === 'allow_with_obligations';
};

const commands: readonly Action[] = Object.values(bypasses)
  .flat()
  .map((command) => ({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' }));

const writes: readonly Action[] = bypassWrites.map((path) => ({
  kind: 'file.write',
  path,
  workspace_root: '/repo',
  after_hash: '0'.repeat(64),
}));
