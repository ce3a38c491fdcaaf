import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';
import type { ShutdownOptions, SignalSource } from './shutdown.ts';
import { keptLog } from './testing/log.ts';

function newShutdown(options: Partial<ShutdownOptions> & { channel?: unknown } = {}) {
  const { channel, ...rest } = options;
  const signals = Object.assign(new EventEmitter(), channel === undefined ? {} : { channel }) as EventEmitter & SignalSource;
  const exits: number[] = [];
  const log = keptLog();
  const shutdown = createShutdown({ logger: log.logger, exit: (code) => exits.push(code), signals, ...rest });
  return { shutdown, signals, exits, log };
}

describe('a shutdown', () => {
  it('closes one thing after the other in order, then ends the process with 0', async () => {
    const { shutdown, exits } = newShutdown();
    const steps: string[] = [];
    shutdown.add('http', async () => {
      await sleep(20);
      steps.push('http');
    });
    shutdown.add('database', () => steps.push('database'));
    expect(await shutdown.trigger('test')).toBe(0);
    expect([steps, exits]).toEqual([['http', 'database'], [0]]);
  });

  it('closes also what is added while it runs', async () => {
    const { shutdown, exits } = newShutdown();
    const steps: string[] = [];
    const made = Promise.withResolvers<void>();
    shutdown.add('start', () => made.promise);
    expect(shutdown.isUnderWay).toBe(false);
    const code = shutdown.trigger('test');
    expect(shutdown.isUnderWay).toBe(true);
    shutdown.add('database', () => steps.push('database'));
    made.resolve();
    expect([await code, steps, exits]).toEqual([0, ['database'], [0]]);
  });

  it.each(['SIGTERM', 'SIGINT'])('starts with %s, once', async (signal) => {
    const { shutdown, signals, exits } = newShutdown();
    let closed = 0;
    shutdown.add('http', () => {
      closed += 1;
    });
    signals.emit(signal);
    signals.emit(signal);
    await shutdown.trigger('again');
    expect([closed, exits]).toEqual([1, [0]]);
  });

  it('starts when the parent is lost, if there was one', async () => {
    const orphan = newShutdown({ channel: {} });
    orphan.signals.emit('disconnect');
    await sleep(5);
    expect(orphan.exits).toEqual([0]);
    const alone = newShutdown();
    alone.signals.emit('disconnect');
    await sleep(5);
    expect(alone.exits).toEqual([]);
  });

  it('breaks what a closer waits for when half of the time is gone', async () => {
    const { shutdown, exits } = newShutdown({ timeoutMs: 200 });
    const answer = Promise.withResolvers<void>();
    const broken: string[] = [];
    shutdown.add('quick', () => sleep(5), { overdue: () => broken.push('quick') });
    shutdown.add('http', () => answer.promise, {
      overdue: () => {
        broken.push('http');
        answer.resolve();
      },
    });
    expect(await shutdown.trigger('test')).toBe(0);
    expect([broken, exits]).toEqual([['http'], [0]]);
  });

  it('goes on when something cannot be closed, and says so by its code', async () => {
    const { shutdown, exits, log } = newShutdown();
    let isLastClosed = false;
    shutdown.add('queue', () => {
      throw new Error('no connection');
    });
    shutdown.add('worker', () => Promise.reject(new Error('no connection')));
    shutdown.add('database', () => {
      isLastClosed = true;
    });
    expect(await shutdown.trigger('test')).toBe(1);
    expect([isLastClosed, exits]).toEqual([true, [1]]);
    expect(
      log
        .entries()
        .filter(({ level }) => level === 'error')
        .map(({ closing }) => closing),
    ).toEqual(['queue', 'worker']);
  });

  it('waits only so long for all together', async () => {
    const { shutdown, log } = newShutdown({ timeoutMs: 60 });
    let isLastClosed = false;
    shutdown.add('http', () => new Promise(() => {}));
    shutdown.add('database', () => {
      isLastClosed = true;
    });
    const start = performance.now();
    expect(await shutdown.trigger('test')).toBe(1);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(isLastClosed).toBe(true);
    expect(log.entries().find(({ level }) => level === 'error')).toMatchObject({ closing: 'http' });
  });

  it('takes the echo of the first signal for the same, and a later one for an order', async () => {
    const { shutdown, signals, exits } = newShutdown({ timeoutMs: 2_000 });
    shutdown.add('http', () => new Promise(() => {}));
    signals.emit('SIGINT');
    signals.emit('SIGINT');
    signals.emit('SIGTERM');
    expect(exits).toEqual([]);
    await sleep(550);
    signals.emit('SIGINT');
    expect(exits).toEqual([1]);
  });
});

describe('a process', { timeout: 20_000 }, () => {
  const children: ChildProcess[] = [];

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function start() {
    const child = fork(new URL('testing/closing-process.ts', import.meta.url), { execArgv: ['--conditions=@cairn/source'] });
    children.push(child);
    const exited = once(child, 'exit').then(([code]): unknown => code);
    const [address]: string[] = await once(child, 'message');
    return { child, exited, address: address ?? '' };
  }

  it('finishes what is under way on SIGTERM and ends with 0', async () => {
    const { child, exited, address } = await start();
    const answer = fetch(`${address}/slow`);
    await sleep(100);
    child.kill('SIGTERM');
    expect(await (await answer).json()).toEqual({ done: true });
    expect(await exited).toBe(0);
  });

  it('ends with 0 when its parent lets go of it', async () => {
    const { child, exited } = await start();
    child.disconnect();
    expect(await exited).toBe(0);
  });

  it('cuts off what is stuck and still ends with 0', async () => {
    const { child, exited, address } = await start();
    const stuck = fetch(`${address}/stuck`).catch((error: unknown) => error);
    await sleep(100);
    const began = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await stuck).toBeInstanceOf(Error);
  });

  it('ends at once on a second signal', async () => {
    const { child, exited, address } = await start();
    void fetch(`${address}/stuck`).catch(() => {});
    await sleep(100);
    const began = performance.now();
    child.kill('SIGTERM');
    await sleep(600);
    child.kill('SIGTERM');
    expect(await exited).toBe(1);
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});
