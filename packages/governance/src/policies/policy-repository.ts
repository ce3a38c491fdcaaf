import type { Actor } from '@cairn/core';
import type { NewPolicyRevision, PolicyRevision, PolicyScope, StoredPolicy } from './policy.ts';

/** What the evaluator reads: outside of any transaction, for one project. */
export interface PolicyReader {
  /**
   * What is in force; undefined members: the starter revision, and no rules of the workspace. `same` when it is still what `etag` is of.
   * One round trip.
   */
  active(projectId: string, etag?: string): Promise<StoredPolicy | 'same'>;
}

/** Revisions of a project and of its workspace. Each change is one transaction with its audit row. */
export interface PolicyRepository extends PolicyReader {
  /** Newest first, the built-in one last. */
  list(
    actor: Actor,
    scope: PolicyScope,
    walk: { readonly limit: number; readonly below?: number | undefined },
  ): Promise<readonly PolicyRevision[]>;
  get(actor: Actor, scope: PolicyScope, number: number): Promise<PolicyRevision | undefined>;
  /** The one in force. */
  current(actor: Actor, scope: PolicyScope): Promise<PolicyRevision>;
  /** Gives it the next number, up to `maxRevisions`. */
  create(actor: Actor, scope: PolicyScope, revision: NewPolicyRevision): Promise<PolicyRevision | 'too_many'>;
  /**
   * Puts it in force. What was permitted or approved under another one is void from then on. `reason` is for the audit, such as why no
   * approval was needed.
   */
  activate(actor: Actor, scope: PolicyScope, number: number, reason?: string): Promise<'done' | 'not_found'>;
}
