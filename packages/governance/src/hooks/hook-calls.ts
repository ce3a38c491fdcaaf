import type { Actor } from '@cairn/core';
import type { ActionKind } from '../actions/action.ts';

/** What was decided about one action of a call. */
export interface HookCall {
  readonly decisionId: string;
  /** Undefined: it was left to the person at the agent, and no permit was spent. */
  readonly executionId: string | undefined;
}

/** A call that was let go. */
export interface LetGoCall {
  /** What it is found under, as a SHA-256 in hexadecimal, like each ref. */
  readonly callRef: string;
  /** What is told of it afterwards, if that finds it under another ref. */
  readonly toldRef: string;
  readonly calls: readonly HookCall[];
}

/** A call that nobody was told of before it ran, as far as the audit says what ran: nothing that it was called with. */
export interface UnaskedCall {
  readonly client: string;
  /** Absent: no name that is fit to be read. */
  readonly tool?: string | undefined;
  /** What it does; none: that cannot be read. */
  readonly kinds: readonly ActionKind[];
  /** The conversation. Absent: as for the tool. */
  readonly task?: string | undefined;
  readonly agentId: string | undefined;
}

/** What became of a call. */
export interface EndedCall {
  readonly callRef: string;
  /** Where it is found when nothing is known by the other. */
  readonly announcedRef?: string | undefined;
  /** `not_run`: the client, or the person at it, did not let it run. */
  readonly outcome: 'succeeded' | 'failed' | 'not_run';
  /** Said in the audit where nothing was told of it before; absent: it is not certain then, or nothing had to be. */
  readonly unasked?: UnaskedCall | undefined;
}

/** What agents were told of calls of their tools, and of which of those nothing was told since. Kept for 7 days, and no more than 10,000 of each credential. */
export interface HookCallRepository {
  remember(actor: Actor, call: LetGoCall): Promise<void>;
  /** `decisionId`: what denied it; undefined when it could not be read. */
  deny(actor: Actor, toldRef: string, decisionId: string | undefined): Promise<void>;
  /**
   * Gives what was remembered under one ref within the last five minutes to another, once. Whether there was any of which a permit was spent.
   */
  carryOver(actor: Actor, from: string, to: string): Promise<boolean>;
  /**
   * Gives the executions and forgets the call. In the audit is noted, once a call: what ran without an approval, under its decision, but for
   * what was asked about again since, and let go then; what ran although it was denied, likewise; and what ran unasked.
   */
  end(actor: Actor, call: EndedCall): Promise<readonly string[]>;
}
