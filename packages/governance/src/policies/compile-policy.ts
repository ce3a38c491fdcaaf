import { z } from 'zod';
import type { Revision } from '../rules/revision.ts';
import { ruleSchema } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import type { StoredPolicy, StoredRules } from './policy.ts';

/** Most rules of a revision. */
export const maxRules = 500;

const rulesSchema = z.array(ruleSchema).max(maxRules, { error: `must be at most ${maxRules} rules` });

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
  return { revision: withWorkspace({ number, name, rules: own.rules }, above.rules), fault: own.fault ?? above.fault };
}

/** The rules of a project below those of its workspace. */
export const withWorkspace = (own: Revision, above: readonly Rule[]): Revision => ({
  ...own,
  rules: [...above.map((rule) => ({ ...rule, id: `workspace/${rule.id}` })), ...own.rules],
});

/** Stored rules as they are, or those that deny everything and why. */
export function readRules({ number, rules }: StoredRules): { readonly rules: readonly Rule[]; readonly fault: string | undefined } {
  const read = rulesSchema.safeParse(parsed(rules));
  if (read.success) return { rules: read.data, fault: undefined };
  const [issue] = read.error.issues;
  return { rules: closed, fault: `revision ${number}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'cannot be read'}`.trim() };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
