import type { Rule } from '../rules/rule.ts';

/** Whose rules: a project's own, or those of its workspace, which stand above them. */
export type PolicyScope = 'project' | 'workspace';

/** A numbered set of rules that never changes. Number 0 is the starter revision of a project, and no rules at all of a workspace. */
export interface PolicyRevision {
  readonly number: number;
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Whether it is the one in force. */
  readonly isActive: boolean;
  /** When it last came into force; null: it never did, or it is the built-in one. */
  readonly activatedAt: string | null;
  /** Who wrote it; null for the built-in one. */
  readonly createdBy: string | null;
  readonly createdAt: string | null;
  /** Why it cannot be read; then its rules are empty here, and everything is denied while it is in force. */
  readonly fault: string | null;
}

export interface NewPolicyRevision {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** What decides in a project, as it is stored. */
export interface StoredPolicy {
  /** Changes with whatever is stored of it. */
  readonly etag: string;
  readonly project: StoredRules | undefined;
  readonly workspace: StoredRules | undefined;
}

export interface StoredRules {
  readonly number: number;
  readonly name: string;
  /** JSON, as far as the store was left alone. */
  readonly rules: string;
  /** As `rulesDigest` made it when they were written; in hexadecimal. */
  readonly digest: string;
}
