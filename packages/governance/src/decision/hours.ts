import type { Conditions } from '../rules/rule.ts';

/** Whether a moment is within the hours, in UTC; hours that end before they begin go on into the next day. */
export function isWithinHours(now: Date, { from, to, days }: NonNullable<Conditions['time']>): boolean {
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const overnight = end <= begin;
  const within = overnight ? minute >= begin || minute < end : minute >= begin && minute < end;
  if (!within || days === undefined) return within;
  const begun = overnight && minute < end ? now.getUTCDay() + 6 : now.getUTCDay();
  return days.includes(begun % 7 === 0 ? 7 : begun % 7);
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
