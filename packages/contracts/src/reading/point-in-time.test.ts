import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTime } from './point-in-time.ts';

it.each([
  ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00.123456Z', '2026-03-01T09:30:00.123Z'],
  ['2026-03-01T09:30+02:00', '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T00:10:00-0330', '2026-03-01T03:40:00.000Z'],
  ['2026-03-01 09:30:00', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('reads %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

it.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '2026-01-01T24:00:00Z',
  '2026-01-01T10:60:00Z',
  '2026-01-01T10:00:61Z',
  '2026-01-01T10:00:00+24:00',
  '0000-01-01',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '10000-01-01',
  '-0001-01-01',
  '1767225600',
  '2026-01-01T10:00:00Zjunk',
  '２０２６-01-01',
])('refuses %j', (text) => {
  expect(readTime(text)).toBeUndefined();
});

it('reads every moment as the service shows it', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        expect(readTime(date.toISOString())).toBe(date.toISOString());
      },
    ),
  );
});
