import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WindowCounter } from './window-counter.ts';

function newCounter(maxKeys?: number) {
  const clock = { now: 0 };
  return { clock, counter: new WindowCounter({ now: () => clock.now, ...(maxKeys === undefined ? {} : { maxKeys }) }) };
}

describe('WindowCounter', () => {
  it('counts from a first event to the end of its window, then anew', () => {
    const { clock, counter } = newCounter();
    expect(counter.add('a', 100)).toEqual({ current: 1, ttl: 100 });
    clock.now = 60;
    expect(counter.add('a', 100)).toEqual({ current: 2, ttl: 40 });
    clock.now = 100;
    expect(counter.peek('a')).toEqual({ current: 0, ttl: 0 });
    expect(counter.add('a', 100)).toEqual({ current: 1, ttl: 100 });
  });

  it('goes on from where another counter stood', () => {
    const { clock, counter } = newCounter();
    counter.adopt('a', { current: 41, ttl: 500 });
    clock.now = 100;
    expect(counter.add('a', 1_000)).toEqual({ current: 42, ttl: 400 });
  });

  it('always says how long a window lasts, and never longer than asked', () => {
    const events = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), after: fc.nat(80) }), { maxLength: 60 });
    fc.assert(
      fc.property(events, (list) => {
        const { clock, counter } = newCounter();
        const starts = new Map<string, { at: number; count: number }>();
        for (const { key, after } of list) {
          clock.now += after;
          const start = starts.get(key);
          const window =
            start !== undefined && clock.now < start.at + 100 ? { at: start.at, count: start.count + 1 } : { at: clock.now, count: 1 };
          starts.set(key, window);
          expect(counter.add(key, 100)).toEqual({ current: window.count, ttl: window.at + 100 - clock.now });
        }
      }),
    );
  });

  it('keeps to its bound and forgets the oldest first', () => {
    const { counter } = newCounter(2);
    for (const key of ['a', 'b', 'c']) counter.add(key, 100);
    expect(['a', 'b', 'c'].map((key) => counter.peek(key).current)).toEqual([0, 1, 1]);
  });

  it('lets go of windows that are over', () => {
    const { clock, counter } = newCounter(1_000_000);
    for (let at = 0; at < 1_000; at += 1) counter.add(`old ${at}`, 100);
    clock.now = 200;
    for (let at = 0; at < 1_000; at += 1) counter.add(`new ${at}`, 100);
    expect(counter.size).toBeLessThanOrEqual(1_001);
  });
});
