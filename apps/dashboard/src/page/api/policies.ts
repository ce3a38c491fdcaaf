import type { Outcome } from '../governance/words.ts';
import type { Schema } from '../editor/schema.ts';
import type { Risk } from './approvals.ts';
import { call } from './call.ts';
import type { Issue } from './fault.ts';

/** Whose rules: of one project, or of its workspace, which stand above those of all its projects. */
export type PolicyScope = 'project' | 'workspace';

export interface ListedRevision {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly active: boolean;
  readonly status: 'draft' | 'active' | 'superseded';
  readonly rule_count: number;
  /** Why it cannot be read; then it denies everything. */
  readonly fault: string | null;
  readonly created_by: string | null;
  readonly created_at: string | null;
  readonly activated_at: string | null;
}

/** As far as the pages look into it; the rest is shown as it is. */
export interface Rule {
  readonly id: string;
  readonly effect: 'allow' | 'deny' | 'require_approval' | 'oblige';
  readonly when: object;
  readonly mode?: 'enforce' | 'shadow';
  readonly justification: string;
}

export interface Revision extends ListedRevision {
  readonly rules: readonly Rule[];
}

export interface Policy {
  readonly enforced: 'rules' | 'deny_all';
  readonly project: ListedRevision;
  readonly workspace: ListedRevision;
}

export interface Evaluation {
  readonly outcome: Outcome;
  readonly policy_revision: number;
  readonly policy_name: string;
  readonly rule_ids: readonly string[];
  readonly obligations: readonly string[];
  readonly risk: Risk;
  readonly explain: readonly { readonly rule: string; readonly clause: string; readonly matched: string; readonly value_ref: string }[];
  readonly nearest_miss: {
    readonly rule: string;
    readonly missing: readonly { readonly clause: string; readonly value_ref: string }[];
  } | null;
  readonly shadow: readonly { readonly rule: string; readonly would: Rule['effect'] }[];
  readonly approval: { readonly quorum: number; readonly roles: readonly string[]; readonly ttl_s: number } | null;
}

export interface TestReport {
  readonly valid: boolean;
  readonly faults: readonly Issue[];
  readonly evaluation: Evaluation | null;
}

export type Flip = 'newly_allowed' | 'newly_denied' | 'newly_asked';
export type FlipCounts = Readonly<Record<Flip, number>>;

export interface ReplayReport {
  readonly replayed: number;
  /** Writes that no decision is recorded of. */
  readonly not_replayed: { readonly count: number };
  readonly counts: FlipCounts;
  readonly by_rule: Readonly<Record<string, FlipCounts>>;
  readonly flips: readonly {
    readonly decision_id: string;
    readonly decided_at: string;
    readonly kind: string;
    /** The action in one line. */
    readonly title: string | null;
    readonly from: Outcome;
    readonly to: Outcome;
    readonly flip: Flip;
    readonly rule_ids: readonly string[];
  }[];
}

/** A revision, by whose it is and its number. */
export interface RevisionPlace {
  readonly scope: PolicyScope;
  readonly number: number;
}

const root = '/v1/policies/revisions';
const at = ({ scope, number }: RevisionPlace, what = ''): string => `${root}/${number}${what}?scope=${scope}`;

export const readPolicy = (project: string): Promise<Policy> => call('/v1/policies', { project });

export const revisionsPath = (scope: PolicyScope): string => `${root}?scope=${scope}&limit=50`;

export const readRevision = (project: string, place: RevisionPlace): Promise<Revision> => call(at(place), { project });

interface NewRevision {
  readonly scope: PolicyScope;
  readonly name: string;
  readonly rules: unknown;
}

export const createRevision = (project: string, body: NewRevision, once: string): Promise<Revision> =>
  call(root, { method: 'POST', body, project, once });

/** An action to decide on, and the agent that does it. */
interface Trial {
  readonly action?: unknown;
  readonly agent_id?: string;
}

/** Holds it against its examples and the known ways around policies, and decides on an action where one is given. */
export const testRevision = (project: string, place: RevisionPlace, trial: Trial = {}): Promise<TestReport> =>
  call(at(place, '/test'), { method: 'POST', body: trial, project });

export const replayRevision = (project: string, place: RevisionPlace, limit: number): Promise<ReplayReport> =>
  call(at(place, '/replay'), { method: 'POST', body: { limit }, project });

export const activateRevision = (project: string, place: RevisionPlace): Promise<Revision> =>
  call(at(place, '/activate'), { method: 'POST', body: {}, project });

/** The form of a rule. */
export const readRuleSchema = (): Promise<Schema> => call('/v1/policies/schema.json');
