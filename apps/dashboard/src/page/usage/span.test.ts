import { expect, test } from 'vitest';
import { hourMs, spans, startOf, stepsOf } from './span.ts';

test.each(spans)('a %s has as many steps as it is cut into, when the server begins with a whole step', (span) => {
  const now = Date.parse('2026-11-28T16:12:00Z');
  const { stepHours, count } = stepsOf[span];
  const stepMs = stepHours * hourMs;
  const first = Math.floor(Date.parse(startOf(span, now)) / stepMs);
  expect(Math.floor(now / stepMs) - first + 1).toBe(count);
});
