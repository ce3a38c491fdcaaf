import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../actions/canonical-json.ts';
import type { Revision } from '../rules/revision.ts';
import { ruleSchema } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import type { StoredPolicy, StoredRules } from './policy.ts';
import { withDocumentsLetIn } from './documents-let-in.ts';
import { unmeetableIn } from './unmeetable.ts';

/** Most rules of a revision. */
const maxRules = 500;

/** Most of what all conditions of a revision list: each action may have to be held against each of it. */
const maxListed = 5000;

const rulesSchema = z.array(ruleSchema).max(maxRules, { error: `must be at most ${maxRules} rules` });

/** Rules of a revision that is to be made. Those that are kept are read as they are. */
export const newRulesSchema = rulesSchema.superRefine((rules, context) => {
  if (rules.reduce((sum, { when }) => sum + listedIn(when), 0) > maxListed)
    context.addIssue({ code: 'custom', message: `must list at most ${maxListed} patterns, names and kinds in all their conditions` });
  for (const [at, rule] of rules.entries())
    for (const { path, message } of unmeetableIn(rule)) context.addIssue({ code: 'custom', path: [at, ...path], message });
});

/** Members of all lists in it. */
function listedIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + listedIn(one), own);
}

/** What holds when the stored rules cannot be read: nothing is let through. */
const closed: readonly Rule[] = [
  {
    id: 'policy-unreadable',
    effect: 'deny',
    when: {},
    justification: 'The revision in force cannot be read, so nothing is allowed until another one is activated.',
  },
];

export interface CompiledPolicy {
  readonly revision: Revision;
  /** What could not be read, for the log. */
  readonly fault: string | undefined;
}

/**
 * The rules that decide in a project, of its workspace and its own together: whichever is stricter wins, so a project weakens nothing.
 * Rules of the workspace are told by `workspace/` before their id, which no rule's own id can hold.
 */
export function compilePolicy({ project, workspace }: StoredPolicy): CompiledPolicy {
  const own = project === undefined ? { rules: starterRevision.rules, fault: undefined } : readRules(project);
  const above = workspace === undefined ? { rules: [], fault: undefined } : readRules(workspace);
  const { number, name } = project ?? starterRevision;
  if (project === undefined && workspace === undefined) return { revision: starterRevision, fault: undefined };
  const whole = workspace && { number: workspace.number, rules: above.rules };
  return { revision: withWorkspace({ number, name, rules: own.rules }, whole), fault: own.fault ?? above.fault };
}

/** The rules of a project below those of its workspace, if it has any. */
export function withWorkspace(own: Revision, above: Pick<Revision, 'number' | 'rules'> | undefined): Revision {
  const rules = withDocumentsLetIn(own.rules);
  if (above === undefined || above.number === 0) return { ...own, rules };
  return { ...own, workspace: above.number, rules: [...above.rules.map((rule) => ({ ...rule, id: `workspace/${rule.id}` })), ...rules] };
}

/** What is kept beside rules that are stored, so that it is seen when they are not what was written. */
export function rulesDigest({ number, name, rules }: { readonly number: number; readonly name: string; readonly rules: unknown }): string {
  return hash('sha256', canonicalJson({ number, name, rules }), 'hex');
}

/** Stored rules as they are, or those that deny everything and why. */
export function readRules({ number, name, rules, digest }: StoredRules): {
  readonly rules: readonly Rule[];
  readonly fault: string | undefined;
} {
  const stored = parsed(rules);
  const read = rulesSchema.safeParse(stored);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { rules: closed, fault: `revision ${number}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'cannot be read'}`.trim() };
  }
  if (rulesDigest({ number, name, rules: stored }) !== digest)
    return { rules: closed, fault: `revision ${number}: it is not what was written` };
  return { rules: read.data, fault: undefined };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
