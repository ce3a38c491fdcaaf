import type { Actor } from '@cairn/core';

/** What was decided about one action of a call. */
export interface HookCall {
  readonly decisionId: string;
  /** Undefined: it was left to the person at the agent, and no permit was spent. */
  readonly executionId: string | undefined;
}

/** Calls that were let go and of which nothing was told since. */
export interface HookCallRepository {
  /** `callRef`: a SHA-256 in hexadecimal. */
  remember(actor: Actor, callRef: string, calls: readonly HookCall[]): Promise<void>;
  /**
   * Gives what was remembered under one ref within the last five minutes to another, once. Whether there was any of which a permit was spent.
   */
  carryOver(actor: Actor, from: string, to: string): Promise<boolean>;
  /**
   * Gives the executions and forgets the call. What ran without an approval is noted in the audit, under its decision; what was asked about
   * again since, and let go then, did not run.
   */
  take(actor: Actor, callRef: string): Promise<readonly string[]>;
}
