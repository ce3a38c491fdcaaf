import type { Rule } from './rule.ts';

/** An immutable set of rules. */
export interface Revision {
  /** Of the project's own revision. */
  readonly number: number;
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Number of the workspace's revision whose rules are among them; absent: the workspace has none. */
  readonly workspace?: number | undefined;
}

const spread = 100_000;

/** Most revisions of a project, and of a workspace. */
export const maxRevisions = 10_000;

/**
 * One number for what decided: that of the project's revision and, above it, that of the workspace's. Permits and approvals are of it, so
 * rules of the workspace that change end them as rules of the project do. The SQL function policy_in_force counts alike.
 */
export const policyKey = ({ number, workspace = 0 }: Pick<Revision, 'number' | 'workspace'>): number => workspace * spread + number;

/** The two numbers of such a one. */
export const policyNumbers = (key: number): { readonly project: number; readonly workspace: number } => ({
  project: key % spread,
  workspace: Math.floor(key / spread),
});
