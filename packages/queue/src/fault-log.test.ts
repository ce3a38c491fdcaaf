import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFaultLog } from './fault-log.ts';
import { createKeptLog } from './testing/log.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

test('the same trouble is told once per window, with how often it came since', () => {
  const log = createKeptLog();
  const faults = createFaultLog(log, 'carrier', 1000);
  for (let i = 0; i < 500; i += 1) faults.report(refused());
  expect(log.at('warn')).toHaveLength(1);
  vi.advanceTimersByTime(1001);
  faults.report(refused());
  expect(log.at('warn')).toHaveLength(2);
  expect(log.at('warn')[1]?.fields).toMatchObject({ repeats: 499, err: { code: 'ECONNREFUSED' } });
});

test('another kind of trouble is told at once, but never more kinds than a handful', () => {
  const log = createKeptLog();
  const faults = createFaultLog(log, 'carrier', 1000);
  faults.report(refused());
  faults.report(new Error('READONLY no'));
  expect(log.at('warn')).toHaveLength(2);
  for (let i = 0; i < 500; i += 1) faults.report(new Error(`kind${i} of trouble`));
  expect(log.at('warn').length).toBeLessThanOrEqual(20);
});

test('recovery is told once, and not again and again while the carrier flaps', () => {
  const log = createKeptLog();
  const faults = createFaultLog(log, 'carrier', 1000);
  faults.recovered();
  expect(log.lines).toHaveLength(0);
  for (let i = 0; i < 100; i += 1) {
    faults.report(refused());
    faults.recovered();
  }
  expect(log.lines).toHaveLength(2);
  vi.advanceTimersByTime(1001);
  faults.recovered();
  expect(log.at('info')).toHaveLength(2);
});

test('anything that can be thrown can be told', () => {
  const log = createKeptLog();
  const faults = createFaultLog(log, 'carrier');
  for (const thrown of [undefined, null, 'text', new Error('')]) faults.report(thrown);
  expect(log.at('warn').map((line) => line.fields['err'])).toEqual([undefined, null, 'text', new Error('')]);
});
