import { actionSchema } from '@cairn/governance';
import type { Action } from '@cairn/governance';
import { recurrenceFault } from '@cairn/orchestration';

interface Fault {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** An action that somebody asks about. What a schedule would do has to be one itself, and its recurrence one that can be kept. */
export const askedAction = actionSchema.check((payload) => {
  const fault = scheduleFault(payload.value);
  if (fault) payload.issues.push({ code: 'custom', ...fault, input: payload.value });
});

function scheduleFault(action: Action): Fault | undefined {
  if (action.kind !== 'schedule.create') return undefined;
  const message = faultOfRecurrence(action.recurrence);
  if (message !== undefined) return { path: ['recurrence'], message };
  const { data: run, error } = actionSchema.safeParse(action.template);
  const issue = error?.issues[0];
  const fault = issue ? { path: issue.path, message: issue.message } : run && scheduleFault(run);
  return fault && { path: ['template', ...fault.path], message: fault.message };
}

/** Five fields of cron, a time zone behind them where it is not UTC; or a rule of iCalendar. */
function faultOfRecurrence(recurrence: string): string | undefined {
  if (recurrenceRule.test(recurrence)) return undefined;
  const [, cron = recurrence, timeZone = 'UTC'] = /^\s*((?:\S+\s+){4}\S+)\s+(\S+)\s*$/.exec(recurrence) ?? [];
  const fault = recurrenceFault({ cron, timeZone });
  return (
    fault && (fault.path === 'cron' ? `${fault.message}; or an RRULE such as FREQ=DAILY;INTERVAL=2` : `its time zone ${fault.message}`)
  );
}

const day = '(?:MO|TU|WE|TH|FR|SA|SU)';
const listOf = (item: string): string => `${item}(?:,${item})*`;

/** RFC 5545: a frequency first, then parts that it knows. */
const recurrenceRule = new RegExp(
  `^(?:RRULE:)?FREQ=(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:${[
    String.raw`(?:INTERVAL|COUNT)=[1-9]\d{0,8}`,
    String.raw`UNTIL=\d{8}(?:T\d{6}Z?)?`,
    `WKST=${day}`,
    `BYDAY=${listOf(String.raw`(?:[+-]?\d{1,2})?${day}`)}`,
    `BY(?:SECOND|MINUTE|HOUR|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)=${listOf(String.raw`[+-]?\d{1,3}`)}`,
  ].join('|')}))*$`,
  'i',
);
