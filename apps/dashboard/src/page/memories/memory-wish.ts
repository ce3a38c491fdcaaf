import type { MemoryFilter, MemoryScope } from '../api/memories.ts';

/** Times that somebody looks back over, in milliseconds. */
const spans = { day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;

export type MemoryTime = '' | keyof typeof spans | 'between';

/** Which memories somebody looks for, as the address keeps it; what is empty is not asked for. */
export interface MemoryWish {
  readonly scope: MemoryScope | '';
  readonly agent: string;
  readonly time: MemoryTime;
  /** Of `between`: ISO 8601. */
  readonly from: string;
  readonly to: string;
}

export const noWish: MemoryWish = { scope: '', agent: '', time: '', from: '', to: '' };

const isTime = (text: string): text is MemoryTime => text === 'between' || Object.hasOwn(spans, text);
const momentOf = (text: string | null): string => (text === null || Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString());

/** What an address asks for. What cannot be read is not asked for. */
export function wishIn(query: URLSearchParams): MemoryWish {
  const [scope, time] = [query.get('scope'), query.get('time') ?? ''];
  return {
    scope: scope === 'agent' || scope === 'system' ? scope : '',
    agent: query.get('agent') ?? '',
    time: isTime(time) ? time : '',
    from: time === 'between' ? momentOf(query.get('from')) : '',
    to: time === 'between' ? momentOf(query.get('to')) : '',
  };
}

/** The same as the query of an address; empty when nothing is asked for. */
export function queryOf({ from, to, ...wish }: MemoryWish): string {
  const asked = { ...wish, ...(wish.time === 'between' && { from, to }) };
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
  return query === '' ? '' : `?${query}`;
}

/** Whether it ends before it begins. */
export const isBackwards = ({ from, to }: MemoryWish): boolean => from !== '' && to !== '' && from >= to;

/** What the service is asked. Times that somebody looks back over begin at a full minute, so that looking again soon asks the same. */
export function filterOf({ scope, agent, time, from, to }: MemoryWish, now = Date.now()): MemoryFilter {
  const bounds = time === '' || time === 'between' ? { from, to } : { from: minuteOf(now - spans[time]), to: '' };
  return { scope: scope || undefined, agentId: agent || undefined, from: bounds.from || undefined, to: bounds.to || undefined };
}

const minuteOf = (at: number): string => new Date(Math.floor(at / 60_000) * 60_000).toISOString();
