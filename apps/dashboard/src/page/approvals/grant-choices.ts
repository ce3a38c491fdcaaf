import type { Approval, Grant } from '../api/approvals.ts';

interface GrantChoice {
  readonly value: string;
  readonly label: string;
}

/** Times that are offered, in seconds, as far as the rule lets a vote give them. */
const times = [
  { seconds: 900, words: '15 minutes' },
  { seconds: 3_600, words: '1 hour' },
  { seconds: 28_800, words: '8 hours' },
  { seconds: 86_400, words: '1 day' },
  { seconds: 604_800, words: '7 days' },
] as const;

/** What a vote may give: once, and what the rule adds to that. */
export function grantChoices({ grants, task_id: task }: Pick<Approval, 'grants' | 'task_id'>): readonly GrantChoice[] {
  const counts = [...new Set([2, 5, 10, 100, grants.uses])].filter((uses) => uses > 1 && uses <= grants.uses).toSorted((a, b) => a - b);
  return [
    { value: 'once', label: 'for one time' },
    ...counts.map((uses) => ({ value: `uses ${uses}`, label: `for ${uses} times` })),
    ...(grants.task && task !== null ? [{ value: 'task', label: 'for the rest of this task' }] : []),
    ...times
      .filter(({ seconds }) => seconds <= grants.until_s)
      .map(({ seconds, words }) => ({ value: `until ${seconds}`, label: `for ${words}` })),
  ];
}

/** What is chosen, as the server takes it; undefined: once, which is its default. */
export function grantOf(choice: string, now: number): Grant | undefined {
  const [scope, count] = choice.split(' ');
  if (scope === 'task') return { scope };
  if (scope === 'uses') return { scope, uses: Number(count) };
  // A little less than the whole: the server's clock may be a moment ahead, and it gives no more than the rule.
  if (scope === 'until') return { scope, until: new Date(now + Number(count) * 1_000 - 5_000).toISOString() };
  return undefined;
}
