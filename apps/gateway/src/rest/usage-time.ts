import { CairnError } from '@cairn/core';
import { refuseNoTime } from './refuse-no-time.ts';

const hourMs = 3_600_000;
const maxDays = 35;

/** The time that is asked for, from the start of an hour on. @throws INVALID_ARGUMENT for what is no time, or none that there can be */
export function usageTime(query: { readonly from?: string | undefined; readonly to?: string | undefined }, now = Date.now()) {
  for (const bound of ['from', 'to'] as const) refuseNoTime(bound, query[bound]);
  const to = query.to === undefined ? now : Date.parse(query.to);
  const asked = query.from === undefined ? to - 24 * hourMs : Date.parse(query.from);
  const from = Math.floor(asked / hourMs) * hourMs;
  if (asked >= to) refuse('from', 'must be before to');
  if (to - asked > maxDays * 24 * hourMs) refuse('from', `must be at most ${maxDays} days before to, for so long usage is kept`);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function refuse(path: string, message: string): never {
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}
