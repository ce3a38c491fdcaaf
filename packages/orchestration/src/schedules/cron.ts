import { Cron } from 'croner';

/** Why a recurrence cannot be kept, in words; undefined: it can. */
export function recurrenceFault({
  cron,
  timeZone,
  endsAt,
}: Recurrence & { readonly endsAt?: string | undefined }):
  | { readonly path: 'cron' | 'time_zone' | 'ends_at'; readonly message: string }
  | undefined {
  if (!isTimeZone(timeZone)) return { path: 'time_zone', message: 'must be a time zone of the IANA database, such as Europe/Berlin' };
  try {
    const first = nextRun({ cron, timeZone }, new Date());
    if (first === undefined) return { path: 'cron', message: 'never comes; no day has such a date' };
    if (endsAt === undefined || first <= new Date(endsAt)) return undefined;
    return { path: 'ends_at', message: `lies before the first run, which is at ${first.toISOString()}` };
  } catch {
    return {
      path: 'cron',
      message: 'must be five fields of cron: minute, hour, day of the month, month, day of the week, such as "30 6 * * MON-FRI"',
    };
  }
}

export interface Recurrence {
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  readonly timeZone: string;
}

/** The first run after a moment; undefined: there is none. What daylight saving leaves out comes right after, what it repeats comes once. */
export function nextRun({ cron, timeZone }: Recurrence, after: Date): Date | undefined {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true }).nextRun(after) ?? undefined;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
