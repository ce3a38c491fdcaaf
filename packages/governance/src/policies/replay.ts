import type { Acting } from '../actions/action-digest.ts';
import type { Action } from '../actions/action.ts';
import { titleOf } from '../approvals/card.ts';
import type { Outcome } from '../decision/decide.ts';
import type { Revision } from '../rules/revision.ts';
import type { ActionWords } from '../secrets/redacted-action.ts';
import type { Evaluator } from './evaluator.ts';

/** An action that was decided on, as it was. */
export interface RecordedAction {
  readonly decisionId: string;
  readonly decidedAt: string;
  readonly action: Action;
  /** What it does, of one whose secrets are not in it any more. */
  readonly words?: ActionWords | undefined;
  readonly acting: Acting;
  readonly outcome: Outcome;
  readonly ruleIds: readonly string[];
}

export interface RecordedRange {
  /** Most actions, the newest of the range. */
  readonly limit: number;
  /** ISO 8601; exclusive end. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The recorded history of a project. */
export interface RecordedActions {
  /** Newest first. */
  recorded(projectId: string, range: RecordedRange): AsyncIterable<RecordedAction>;
  /**
   * Writes to memories and documents in the range that no decision is recorded of, since the rules then allowed all of their
   * kind; counted up to `mostUndecided`.
   */
  undecided(projectId: string, range: Pick<RecordedRange, 'from' | 'to'>): Promise<number>;
}

export type Flip = 'newly_allowed' | 'newly_denied' | 'newly_asked';

/** An action on which the draft decides otherwise. */
export interface FlippedAction {
  readonly decisionId: string;
  readonly decidedAt: string;
  readonly kind: Action['kind'];
  /** The action in one line. */
  readonly title: string;
  /** Whose. */
  readonly userId: string;
  readonly from: Outcome;
  readonly to: Outcome;
  readonly flip: Flip;
  /** Rules of the draft that decide. None: no rule is about it. */
  readonly ruleIds: readonly string[];
}

export interface ReplayReport {
  readonly replayed: number;
  readonly counts: Readonly<Record<Flip, number>>;
  /** By rule of the draft, or `no rule`. */
  readonly byRule: Readonly<Record<string, Readonly<Record<Flip, number>>>>;
  /** The newest of them. */
  readonly flips: readonly FlippedAction[];
}

/** Up to how many writes without a decision are counted. */
export const mostUndecided = 100_000;

/** Most flips that are told one by one. */
export const mostFlips = 200;

/**
 * What a revision would have decided on what was decided before. Votes are no part of it: an action that people approved counts as asked.
 * Conditions on the past see it as it is now.
 */
export async function replay(evaluator: Evaluator, draft: Revision, history: AsyncIterable<RecordedAction>): Promise<ReplayReport> {
  const counts = noFlips();
  const byRule: Record<string, Record<Flip, number>> = Object.create(null);
  const flips: FlippedAction[] = [];
  let replayed = 0;
  for await (const { decisionId, decidedAt, action, words, acting, outcome: from } of history) {
    replayed += 1;
    const { outcome: to, ruleIds } = await evaluator.evaluateBy(draft, action, acting);
    const flip = flipOf(from, to);
    if (flip === undefined) continue;
    counts[flip] += 1;
    for (const rule of ruleIds.length === 0 ? ['no rule'] : ruleIds) (byRule[rule] ??= noFlips())[flip] += 1;
    if (flips.length === mostFlips) continue;
    const of = { kind: action.kind, title: titleOf(action, words), userId: acting.userId };
    flips.push({ decisionId, decidedAt, ...of, from, to, flip, ruleIds });
  }
  return { replayed, counts, byRule, flips };
}

const noFlips = (): Record<Flip, number> => ({ newly_allowed: 0, newly_denied: 0, newly_asked: 0 });

const classOf = (outcome: Outcome): 'allow' | 'deny' | 'ask' =>
  outcome === 'deny' ? 'deny' : outcome === 'require_approval' ? 'ask' : 'allow';

function flipOf(from: Outcome, to: Outcome): Flip | undefined {
  const [before, after] = [classOf(from), classOf(to)];
  if (before === after) return undefined;
  return after === 'allow' ? 'newly_allowed' : after === 'deny' ? 'newly_denied' : 'newly_asked';
}
