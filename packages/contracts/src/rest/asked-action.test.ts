import { expect, it } from 'vitest';
import { askedAction } from './asked-action.ts';

const command = { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' };
const schedule = (template: object, recurrence = '0 6 * * *') => ({ kind: 'schedule.create', template, recurrence });
const faults = (action: object) => askedAction.safeParse(action).error?.issues.map(({ path }) => path.join('.')) ?? [];

it.each([
  '0 6 * * *',
  '*/15 9-17 * * MON-FRI',
  '0 6 * * * Europe/Berlin',
  'FREQ=DAILY',
  'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;COUNT=5',
  'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20301231T000000Z',
])('takes the recurrence %s', (recurrence) => {
  expect(faults(schedule(command, recurrence))).toEqual([]);
});

it.each([
  'zz',
  '@daily',
  '0 6 * *',
  '0 0 31 2 *',
  '61 * * * *',
  '0 6 * * * Nowhere/At_All',
  'FREQ=SOMETIMES',
  'INTERVAL=2',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;X=1',
])('refuses the recurrence %s, and says where it is', (recurrence) => {
  expect(faults(schedule(command, recurrence))).toEqual(['recurrence']);
});

it.each([
  [{ a: 1 }, 'template.kind'],
  [{ ...command, cwd: 'repo' }, 'template.cwd'],
  [{ kind: 'shell.exec' }, 'template.command'],
  [schedule(command, 'zz'), 'template.recurrence'],
  [schedule(schedule({ a: 1 })), 'template.template.template.kind'],
])('refuses the template %j, and says where it is not one', (template, where) => {
  expect(faults(schedule(template))).toEqual([where]);
});

it('takes what is no schedule as it is', () => {
  expect(faults(command)).toEqual([]);
});

it('is quick about long recurrences and deep templates', () => {
  const rule = `FREQ=DAILY;BYDAY=${'1MO,'.repeat(120)}!`;
  const deep = Array.from({ length: 30 }).reduce<object>((inner) => schedule(inner, rule.slice(0, 500)), command);
  const begin = performance.now();
  faults(deep);
  for (const part of ['BYDAY', 'BYHOUR']) faults(schedule(command, `FREQ=DAILY;${part}=${'1'.repeat(400)}`));
  faults(schedule(command, `FREQ=DAILY;BYHOUR=${'1,'.repeat(240)}`));
  expect(performance.now() - begin).toBeLessThan(1000);
});
