import { CairnError } from '@cairn/core';
import { refuseNoTime } from './refuse-no-time.ts';

const hourMs = 3_600_000;
const maxDays = 35;

const stepHours = { hour: 1, six_hours: 6, day: 24 } as const;

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly step?: keyof typeof stepHours | undefined;
}

/** The time that is asked for, from the start of a step on, and how long steps are in hours. @throws INVALID_ARGUMENT for what is no time, or none that there can be */
export function usageTime(query: Asked, now = Date.now()) {
  for (const bound of ['from', 'to'] as const) refuseNoTime(bound, query[bound]);
  const to = query.to === undefined ? now : Date.parse(query.to);
  const asked = query.from === undefined ? to - 24 * hourMs : Date.parse(query.from);
  const hours = stepHours[query.step ?? 'hour'];
  const from = Math.floor(asked / (hours * hourMs)) * hours * hourMs;
  if (asked >= to) refuse('from', 'must be before to');
  if (to - asked > maxDays * 24 * hourMs) refuse('from', `must be at most ${maxDays} days before to, for so long usage is kept`);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), stepHours: hours };
}

function refuse(path: string, message: string): never {
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}
