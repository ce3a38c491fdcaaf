import type { Acting } from '../actions/action-digest.ts';
import type { Action } from '../actions/action.ts';
import type { History } from '../rules/history.ts';
import { asksOfPast, looksBack } from '../rules/looks-back.ts';
import type { Revision } from '../rules/revision.ts';
import type { Commitments } from '../secrets/commitments.ts';

/** What conditions on the past ask for, each once. */
export interface HistoryQuestions {
  /** `most`: what is beyond need not be counted. */
  readonly counts: readonly { readonly key: 'user' | 'agent' | 'kind' | 'tool'; readonly windowSeconds: number; readonly most: number }[];
  readonly sums: readonly { readonly path: string; readonly windowSeconds: number }[];
  readonly events: readonly { readonly event: string; readonly withinSeconds: number }[];
}

/** Answers them for an action of somebody, from what was decided and started before, in one round trip. Only what was allowed counts. */
export interface HistoryReader {
  read(acting: Acting, action: Action, questions: HistoryQuestions): Promise<History>;
}

/** What deciding by conditions on the past reads, both from one place: the pool, or an open transaction. */
export interface PastReads {
  readonly history: HistoryReader;
  readonly commitments: Commitments;
}

/** What the rules about a kind of action ask of the past; undefined when nothing. */
export function questionsOf(revision: Revision, kind: Action['kind']): HistoryQuestions | undefined {
  if (!looksBack(revision)) return undefined;
  const conditions = revision.rules
    .map(({ when }) => when)
    .filter((when) => asksOfPast(when) && (when.kind === undefined || when.kind.includes(kind)));
  if (conditions.length === 0) return undefined;
  return {
    counts: mostOfEach(
      conditions.flatMap(({ rate }) => (rate ? [{ key: rate.key, windowSeconds: rate.window_s, most: rate.max + 1 }] : [])),
    ),
    sums: unique(conditions.flatMap(({ sum }) => (sum ? [{ path: sum.path, windowSeconds: sum.window_s }] : []))),
    events: unique(conditions.flatMap(({ after }) => (after ? [{ event: after.event, withinSeconds: after.within_s }] : []))),
  };
}

type Counts = HistoryQuestions['counts'];

/** The same question with another bound is one question, with the greater bound. */
function mostOfEach(counts: Counts): Counts {
  const greatestLast = counts.toSorted((a, b) => a.most - b.most);
  return [...new Map(greatestLast.map((count) => [`${count.key} ${count.windowSeconds}`, count])).values()];
}

const unique = <Item>(items: readonly Item[]): readonly Item[] => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
