import { planSchema, recurrenceFault, scheduleStatuses } from '@cairn/orchestration';
import { z } from 'zod';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { pointInTime } from '../reading/point-in-time.ts';
import { agentId } from '../tools/memory-fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';
import { goal, refuseOwnGoal } from './tasks.ts';

const cron = text({
  description:
    'When it runs, in exactly five fields: minute (0-59), hour (0-23), day of the month (1-31), month (1-12 or JAN-DEC), day of the week (0-7, 0 and 7 are Sunday, or SUN-SAT). Each is *, a value, a range (1-5), a step (*/15, 9-17/2), or several with commas between them. Example: "30 6 * * MON-FRI".',
  max: 256,
  unit: 'characters',
  line: true,
});
const timeZone = text({
  description: 'The name of a time zone of the IANA database, such as Europe/Berlin; an offset such as +02:00 is none.',
  max: 64,
  unit: 'characters',
  line: true,
});

const newSchedule = named(
  'NewSchedule',
  z
    .strictObject({
      goal,
      agent_id: agentId.optional(),
      plan: planSchema.optional().meta({ description: 'What each run does. Without one the configured model plans each run anew.' }),
      cron,
      time_zone: timeZone.optional().meta({ description: 'Default UTC.' }),
      max_runs: wholeNumber(1, 'How often it runs at most. Default: without an end by number.').max(1_000_000).optional(),
      ends_at: pointInTime('When it ends. Default: without an end by time.').optional(),
    })
    .check(refuseOwnGoal)
    .check((payload) => {
      const { cron: given, time_zone: zone = 'UTC', ends_at: endsAt } = payload.value;
      const fault = recurrenceFault({ cron: given, timeZone: zone, endsAt });
      if (fault) payload.issues.push({ code: 'custom', path: [fault.path], message: fault.message, input: payload.value });
    }),
);

const scheduleFields = {
  id: uuid('Identifies the schedule.'),
  goal: z.string().meta({ description: 'What each run is for.' }),
  agent_id: z.string().nullable(),
  plan: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What each run does; null: it is planned each time.' }),
  cron: z.string(),
  time_zone: z.string(),
  status: z.enum(scheduleStatuses).meta({ description: 'Where it stands.' }),
  approval_id: z.string().nullable().meta({ description: 'The approval that it waits for, or waited.' }),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable().meta({ description: 'Why it ended before its time.' }),
  runs: wholeNumber(0, 'Tasks that it started.'),
  max_runs: z.int().nullable(),
  ends_at: z.string().nullable(),
  next_run_at: z.string().nullable().meta({ description: 'Null when it does not run.' }),
  last_run_at: z.string().nullable(),
  created_at: moment('When it was made.'),
  updated_at: moment('When it last changed.'),
};
const schedule = named('Schedule', z.strictObject(scheduleFields));

const tag = 'Tasks';
const one = { tag, credentials: anyCredential, params: idParams } as const;
const asItIs = { 200: { description: 'The schedule as it is now.', body: schedule } } as const;

export const scheduleRoutes = {
  createSchedule: {
    method: 'POST',
    path: '/v1/schedules',
    tag,
    summary: 'Have a goal worked on again and again',
    description:
      'Decided as the action `schedule.create`, now and again before each run. Where the policy asks people it begins, or goes on, once they approve it; one that they approved runs until the policy denies it. When the policy changes while it waits, it is decided anew. Each run is a task of its own; a run that nobody was there for is not caught up with.',
    credentials: anyCredential,
    body: newSchedule,
    answers: { 201: { description: 'The schedule: active, or waiting for people.', body: schedule } },
  },
  listSchedules: {
    method: 'GET',
    path: '/v1/schedules',
    tag,
    summary: "List the user's schedules of the project, newest first",
    credentials: anyCredential,
    query: listQuery,
    answers: { 200: { description: 'A page of schedules.', body: listOf('ScheduleList', schedule.schema) } },
  },
  getSchedule: { ...one, method: 'GET', path: '/v1/schedules/{id}', summary: 'Read a schedule', answers: asItIs },
  pauseSchedule: { ...one, method: 'POST', path: '/v1/schedules/{id}/pause', summary: 'Pause a schedule', answers: asItIs },
  resumeSchedule: { ...one, method: 'POST', path: '/v1/schedules/{id}/resume', summary: 'Go on with a paused schedule', answers: asItIs },
  deleteSchedule: {
    ...one,
    method: 'DELETE',
    path: '/v1/schedules/{id}',
    summary: 'Delete a schedule',
    description: 'The tasks that it started stay.',
    answers: { 204: { description: 'It is gone.' } },
  },
} as const satisfies RestRoutes;
