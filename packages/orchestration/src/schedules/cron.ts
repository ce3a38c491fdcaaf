import { Cron } from 'croner';
import { hasCronForm } from './cron-form.ts';

/** Why a recurrence cannot be kept, in words; undefined: it can. */
export function recurrenceFault({
  cron,
  timeZone,
  endsAt,
}: Recurrence & { readonly endsAt?: string | undefined }):
  | { readonly path: 'cron' | 'time_zone' | 'ends_at'; readonly message: string }
  | undefined {
  if (!isTimeZone(timeZone))
    return { path: 'time_zone', message: 'must be the name of a time zone of the IANA database, such as Europe/Berlin' };
  if (!hasCronForm(cron)) return notTaken;
  try {
    const first = nextRun({ cron, timeZone }, new Date());
    if (first === undefined) return { path: 'cron', message: 'never comes; no day has such a date' };
    if (endsAt === undefined || first <= new Date(endsAt)) return undefined;
    return { path: 'ends_at', message: `lies before the first run, which is at ${first.toISOString()}` };
  } catch {
    return notTaken;
  }
}

const notTaken = {
  path: 'cron',
  message:
    'must be five fields of cron: minute (0-59), hour (0-23), day of the month (1-31), month (1-12 or JAN-DEC), day of the week (0-7 or SUN-SAT); each is *, a value, a range such as 1-5, a step such as */15 or 9-17/2, or several with commas between them, such as "30 6 * * MON-FRI"',
} as const;

export interface Recurrence {
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  readonly timeZone: string;
}

/** The first run after a moment; undefined: there is none. What daylight saving leaves out comes right after, what it repeats comes once. */
export function nextRun({ cron, timeZone }: Recurrence, after: Date): Date | undefined {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true }).nextRun(after) ?? undefined;
}

/** The platform also takes offsets such as +02:00, which know no daylight saving. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
