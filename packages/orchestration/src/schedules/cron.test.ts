import { describe, expect, it } from 'vitest';
import { nextRun, recurrenceFault } from './cron.ts';

const next = (cron: string, timeZone: string, after: string) => nextRun({ cron, timeZone }, new Date(after))?.toISOString();

describe('a recurrence', () => {
  it.each([
    ['30 6 * * *', 'UTC', '2026-11-28T06:30:00Z', '2026-11-29T06:30:00.000Z'],
    ['0 9 * * MON-FRI', 'Europe/Berlin', '2026-11-28T00:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['*/15 * * * *', 'UTC', '2026-11-28T06:31:00Z', '2026-11-28T06:45:00.000Z'],
    // Daylight saving begins at 02:00 and leaves 02:30 out.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    // It ends at 03:00, and 02:30 is there twice.
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-11-28T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('of %s in %s comes next after %s at %s', (cron, zone, after, at) => expect(next(cron, zone, after)).toBe(at));

  it.each([
    ['0 0 30 2 *', 'UTC', 'never comes'],
    ['0 0 31 4,6,9,11 *', 'UTC', 'never comes'],
    ['* * * * * *', 'UTC', 'five fields'],
    ['@daily-ish', 'UTC', 'five fields'],
    ['61 * * * *', 'UTC', 'five fields'],
    ['', 'UTC', 'five fields'],
    ['@daily', 'UTC', 'five fields'],
    ['0 0 L * *', 'UTC', 'five fields'],
    ['0 0 15W * *', 'UTC', 'five fields'],
    ['0 0 ? * 1', 'UTC', 'five fields'],
    ['0 0 * * 1#5', 'UTC', 'five fields'],
    ['0 0 * * 5L', 'UTC', 'five fields'],
    ['0 0 * * +1', 'UTC', 'five fields'],
    ['5/15 * * * *', 'UTC', 'five fields'],
    ['*/0 * * * *', 'UTC', 'five fields'],
    ['0 MON * * *', 'UTC', 'five fields'],
    ['0 0 * 13 *', 'UTC', 'five fields'],
    ['1, * * * *', 'UTC', 'five fields'],
    ['* * * *', 'UTC', 'five fields'],
    ['* * * * * 2027', 'UTC', 'five fields'],
    ['* * * * *', 'Mars/Olympus', 'time zone'],
    ['* * * * *', '+02:00', 'time zone'],
    ['* * * * *', '-0530', 'time zone'],
    ['* * * * *', '', 'time zone'],
  ])('of %j in %s is refused: %s', (cron, zone, why) => expect(recurrenceFault({ cron, timeZone: zone })?.message).toContain(why));

  it.each(['0 0 1,15 * *', '0-30/5 8-18 * * *', ' 5  4 * jan-mar,DEC sun ', '0 0 * * 7', '0 0 31 12 *', '*/15,7 * * * 1-5/2'])(
    '%j is taken',
    (cron) => expect(recurrenceFault({ cron, timeZone: 'America/Argentina/Buenos_Aires' })).toBeUndefined(),
  );

  it('that ends before its first run is refused, and one that ends after it is not', () => {
    const fault = (endsAt: string) => recurrenceFault({ cron: '0 0 * * *', timeZone: 'UTC', endsAt });
    expect(fault('2020-01-01T00:00:00.000Z')).toMatchObject({ path: 'ends_at', message: expect.stringContaining('before the first run') });
    expect(fault(new Date(Date.now() + 3 * 86_400_000).toISOString())).toBeUndefined();
  });
});
