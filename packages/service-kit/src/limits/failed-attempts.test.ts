import { describe, expect, it } from 'vitest';
import { FailedAttempts } from './failed-attempts.ts';

function newAttempts(maxFailures = 3) {
  const clock = { now: 0 };
  return { clock, attempts: new FailedAttempts({ maxFailures, now: () => clock.now }) };
}

describe('FailedAttempts', () => {
  it('names the wait past the limit, until the minute is over', () => {
    const { clock, attempts } = newAttempts();
    expect([1, 2, 3].map(() => attempts.add('192.0.2.1'))).toEqual([undefined, undefined, undefined]);
    expect(attempts.isOver('192.0.2.1')).toBe(true);
    clock.now = 20_500;
    expect(attempts.add('192.0.2.1')).toBe(40);
    clock.now = 60_000;
    expect(attempts.isOver('192.0.2.1')).toBe(false);
    expect(attempts.add('192.0.2.1')).toBeUndefined();
  });

  it('takes an IPv6 network and an IPv4 address in either spelling for one', () => {
    const { attempts } = newAttempts(1);
    attempts.add('2001:db8:0:1::1');
    attempts.add('::ffff:192.0.2.1');
    expect(attempts.isOver('2001:db8:0:1:ffff::2')).toBe(true);
    expect(attempts.isOver('2001:db8:0:2::1')).toBe(false);
    expect(attempts.isOver('192.0.2.1')).toBe(true);
  });

  it('spaces look-ups and lets only a few wait', () => {
    const { clock, attempts } = newAttempts();
    const waits = Array.from({ length: 13 }, () => attempts.waitForLookUp('192.0.2.1'));
    expect(waits).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, undefined, undefined]);
    clock.now = 50;
    expect(attempts.waitForLookUp('192.0.2.1')).toBe(60);
    expect(attempts.waitForLookUp('192.0.2.2')).toBe(0);
  });
});
