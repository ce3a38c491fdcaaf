import type { Acting } from '../actions/action-digest.ts';
import type { Action } from '../actions/action.ts';
import type { History } from '../rules/history.ts';
import type { Conditions, Rule } from '../rules/rule.ts';

/** What conditions on the past ask for, each once. */
export interface HistoryQuestions {
  readonly counts: readonly { readonly key: 'user' | 'agent' | 'kind' | 'tool'; readonly windowSeconds: number }[];
  readonly sums: readonly { readonly path: string; readonly windowSeconds: number }[];
  readonly events: readonly { readonly event: string; readonly withinSeconds: number }[];
}

/** Answers them for an action of somebody, from what was decided and started before. */
export interface HistoryReader {
  read(acting: Acting, action: Action, questions: HistoryQuestions): Promise<History>;
}

/** What the rules about a kind of action ask of the past; undefined when nothing. */
export function questionsOf(rules: readonly Rule[], kind: Action['kind']): HistoryQuestions | undefined {
  const conditions = rules
    .map(({ when }) => when)
    .filter((when) => asksOfPast(when) && (when.kind === undefined || when.kind.includes(kind)));
  if (conditions.length === 0) return undefined;
  return {
    counts: unique(conditions.flatMap(({ rate }) => (rate ? [{ key: rate.key, windowSeconds: rate.window_s }] : []))),
    sums: unique(conditions.flatMap(({ sum }) => (sum ? [{ path: sum.path, windowSeconds: sum.window_s }] : []))),
    events: unique(conditions.flatMap(({ after }) => (after ? [{ event: after.event, withinSeconds: after.within_s }] : []))),
  };
}

const asksOfPast = ({ rate, sum, after }: Conditions): boolean => rate !== undefined || sum !== undefined || after !== undefined;

const unique = <Item>(items: readonly Item[]): readonly Item[] => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
