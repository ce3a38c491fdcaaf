import type { Chain, ChainEnd, ChainLink } from '../chain/chain.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';

/** Which entries to list; those that are given must all hold. */
export interface EntryFilter {
  /** Id of a person or of a credential, or an agent's. */
  readonly actor?: string | undefined;
  /** `thing.verb`, or `thing` for all that was done to such. */
  readonly action?: string | undefined;
  readonly outcome?: string | undefined;
  /** Of a project: what was written about that decision. */
  readonly decisionId?: string | undefined;
  /** ISO 8601; from that time on. */
  readonly from?: string | undefined;
  /** ISO 8601; before that time. */
  readonly to?: string | undefined;
}

export interface EntryPage {
  readonly entries: readonly ChainLink[];
  /** Number up to which entries were looked at; null when there is nothing after it. */
  readonly next: number | null;
}

/** The chains as they are stored. What it gives is taken for what anybody may have made of it. */
export interface AuditChains {
  /** What is noted as the chain's end. */
  head(chain: Chain): Promise<ChainEnd>;
  /** Links after a number up to another, in order; an entry that is not there has no text. */
  links(chain: Chain, range: { readonly after: number; readonly upTo: number; readonly limit: number }): Promise<readonly ChainLink[]>;
  /** Whether an entry lies outside of the chain. */
  hasUnchained(chain: Chain): Promise<boolean>;
  /** Whether the policy that is in force is the one whose activation the chain tells last; also when it tells of none, or there is none. */
  isPolicyTold(chain: Chain): Promise<boolean>;
  /** The newest 10,000. */
  checkpoints(chain: Chain): Promise<readonly Checkpoint[]>;
  /** Keeps a checkpoint, once. */
  keep(checkpoint: Checkpoint): Promise<void>;
  /** Entries after a number, oldest first; before it, newest first, when `isReversed`. */
  page(
    chain: Chain,
    page: { readonly after: number | undefined; readonly limit: number; readonly isReversed: boolean },
    filter: EntryFilter,
  ): Promise<EntryPage>;
  /** Entries of a project's trace, and of the decisions in it, in order; at most 1,000. */
  trace(projectId: string, traceId: string): Promise<readonly ChainLink[]>;
}

/** Where checkpoints are kept outside of the database. */
export interface CheckpointSink {
  /** Durable once it resolves. */
  append(checkpoint: Checkpoint): Promise<void>;
  /** Those of a chain, the newest at least, in the order in which they were appended. */
  read(chain: Chain): Promise<readonly Checkpoint[]>;
}

/** No place outside of the database. */
export const noSink: CheckpointSink = { append: async () => {}, read: async () => [] };
