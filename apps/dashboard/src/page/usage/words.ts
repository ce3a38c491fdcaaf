import { hourMs } from './span.ts';
import type { Span } from './span.ts';

export const spanWords: Readonly<Record<Span, string>> = { day: '24 hours', week: '7 days', month: '30 days' };

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number as it is read at a glance. */
export const shortNumber = (value: number): string => compact.format(value);

/** A number in full. */
export const fullNumber = (value: number): string => value.toLocaleString('en');

const units = [
  { name: 's', seconds: 1, until: 60 },
  { name: 'min', seconds: 60, until: 60 },
  { name: 'h', seconds: 3_600, until: 24 },
] as const;

/** How long something took, in its greatest unit. The number stays on the line of its unit. */
export function durationWords(seconds: number): string {
  if (seconds < 9.95) return `${seconds < 0.05 ? '0' : seconds.toFixed(1)}\u00a0s`;
  const unit = units.find((each) => Math.round(seconds / each.seconds) < each.until);
  if (unit !== undefined) return `${Math.round(seconds / unit.seconds)}\u00a0${unit.name}`;
  const days = Math.round(seconds / 86_400);
  return days === 1 ? '1\u00a0day' : `${days}\u00a0days`;
}

/** Days are those of UTC, as the server counts them; hours are the person's own. */
const formats: Readonly<Record<Span, { readonly short: Intl.DateTimeFormat; readonly full: Intl.DateTimeFormat }>> = {
  day: {
    short: new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }),
    full: new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  },
  week: {
    short: new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }),
    full: new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  },
  month: {
    short: new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
    full: new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }),
  },
};

/** The beginning of a step below its bar. */
export const startWords = (start: number, span: Span): string => formats[span].short.format(start);

/** A step from its beginning to its end. */
export function stepWords(start: number, stepHours: number, span: Span): string {
  const { full } = formats[span];
  return span === 'month' ? full.format(start) : full.formatRange(start, start + stepHours * hourMs);
}
