import { call } from './call.ts';

export type CredentialKind = 'api_key' | 'oauth' | 'session';

/** Where a credential stands in its limit of an hour. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins anew; 0 when none is under way. */
  readonly reset: number;
}

export interface CredentialUsage {
  readonly credential_id: string;
  readonly credential_kind: CredentialKind;
  /** Of a key, also one that is revoked; null where it may not be known. */
  readonly name: string | null;
  readonly requests: number;
  readonly limited: number;
  readonly rate_limit: Standing | null;
}

export interface UsageBucket {
  /** Start of the step. */
  readonly hour: string;
  readonly credential_id: string;
  readonly credential_kind: CredentialKind;
  readonly counted: 'request' | 'tool';
  readonly name: string;
  readonly count: number;
  readonly limited: number;
}

export interface Usage {
  readonly from: string;
  readonly to: string;
  readonly credentials: readonly CredentialUsage[];
  readonly buckets: readonly UsageBucket[];
  readonly truncated: boolean;
  readonly storage: { readonly memories: number; readonly documents: number; readonly original_bytes: number };
  readonly queue: {
    readonly documents_waiting: number;
    readonly documents_in_work: number;
    readonly jobs_waiting: number;
    readonly oldest_seconds: number | null;
  };
  readonly searchable_lag: {
    readonly documents: number;
    readonly median_seconds: number | null;
    readonly greatest_seconds: number | null;
  };
}

export type Step = 'hour' | 'six_hours' | 'day';

/** What a project used from then until now, in steps. */
export const readUsage = (project: string, from: string, step: Step): Promise<Usage> =>
  call(`/v1/usage?${new URLSearchParams({ from, step })}`, { project });
