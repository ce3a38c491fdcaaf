import type { ChainEnd } from './chain.ts';

/**
 * - `entry_changed`: an entry does not say what its hash was made over.
 * - `entry_missing`: an entry is not there, or its place in the chain is not.
 * - `entry_unchained`: there are entries outside of the chain.
 * - `beginning_missing`: the chain begins later than anybody let it.
 * - `tail_missing`: the chain is shorter than it was.
 * - `chain_rewritten`: hashes fit one another but not a signed checkpoint.
 * - `head_mismatch`: what is noted as the chain's end is another.
 * - `checkpoint_forged`: a checkpoint is not signed by the key.
 * - `policy_not_activated`: the rules in force are not those whose activation the chain tells last.
 * - `key_differs`: an export names another key than the one that it is held against.
 * - `incomplete`: an export does not end as one does, or holds what is none of it.
 */
export type TamperReason =
  | 'entry_changed'
  | 'entry_missing'
  | 'entry_unchained'
  | 'beginning_missing'
  | 'tail_missing'
  | 'chain_rewritten'
  | 'head_mismatch'
  | 'checkpoint_forged'
  | 'policy_not_activated'
  | 'key_differs'
  | 'incomplete';

export interface Tampering {
  readonly reason: TamperReason;
  /** The first entry that cannot be vouched for. */
  readonly firstBadSeq: number;
}

export interface Verdict {
  /** Undefined when everything is as it was written. */
  readonly tampering: Tampering | undefined;
  /** How many entries were found as they were written. */
  readonly entries: number;
  /** The last of them. */
  readonly head: ChainEnd;
}
