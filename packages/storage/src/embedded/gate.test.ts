import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gate } from './gate.ts';

let log: string[];

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function enter(gate: Gate, connection: number, options: { keeps?: boolean; patient?: boolean } = {}): void {
  gate.enter(connection, {
    ...(options.patient === undefined ? {} : { patient: options.patient }),
    run: (continued) => {
      log.push(`${connection} ${continued ? 'goes on' : 'runs'}`);
      return options.keeps ?? false;
    },
    refuse: (reason) => log.push(`${connection} ${reason}`),
  });
}

test('a turn that leaves nothing open lets the next in', () => {
  const gate = new Gate(1000);
  enter(gate, 1);
  enter(gate, 2);
  expect(log).toEqual(['1 runs', '2 runs']);
});

test('a connection in a transaction goes on while the others wait, first come, first served', () => {
  const gate = new Gate(1000);
  enter(gate, 1, { keeps: true });
  enter(gate, 2, { keeps: true });
  enter(gate, 3);
  enter(gate, 1, { keeps: true });
  expect(log).toEqual(['1 runs', '1 goes on']);
  enter(gate, 1);
  expect(log.slice(2)).toEqual(['1 goes on', '2 runs']);
  enter(gate, 2);
  expect(log.slice(4)).toEqual(['2 goes on', '3 runs']);
  expect(gate.owner).toBeUndefined();
});

test('a wait that is too long is refused and never run', () => {
  const gate = new Gate(1000);
  enter(gate, 1, { keeps: true });
  enter(gate, 2);
  vi.advanceTimersByTime(1000);
  enter(gate, 1);
  expect(log).toEqual(['1 runs', '2 timeout', '1 goes on']);
});

test('a turn in time is not refused later', () => {
  const gate = new Gate(1000);
  enter(gate, 1, { keeps: true });
  enter(gate, 2);
  enter(gate, 1);
  vi.advanceTimersByTime(5000);
  expect(log).toEqual(['1 runs', '1 goes on', '2 runs']);
});

test('what must be done in the end waits for as long as it takes', () => {
  const gate = new Gate(1000);
  enter(gate, 1, { keeps: true });
  enter(gate, 2, { patient: true });
  vi.advanceTimersByTime(60_000);
  enter(gate, 1);
  expect(log).toEqual(['1 runs', '1 goes on', '2 runs']);
});

test('what a connection that is gone waits for is dropped without a word', () => {
  const gate = new Gate(1000);
  enter(gate, 1, { keeps: true });
  enter(gate, 2);
  gate.forget(2);
  vi.advanceTimersByTime(2000);
  enter(gate, 1);
  expect(log).toEqual(['1 runs', '1 goes on']);
});

test('all that wait are refused when the engine closes', () => {
  const gate = new Gate(1000);
  enter(gate, 1, { keeps: true });
  enter(gate, 2);
  enter(gate, 3);
  gate.close();
  vi.advanceTimersByTime(2000);
  expect(log).toEqual(['1 runs', '2 closing', '3 closing']);
});
