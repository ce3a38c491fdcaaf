import type { Logger } from './logging/logger.ts';

/** Lets go of one thing; a promise is waited for. */
export type Closer = () => unknown;

export interface CloserOptions {
  /** Called once when half of the time for all closers is gone and this one is still busy: breaks what it may be waiting for. */
  readonly overdue?: (() => void) | undefined;
}

export interface ShutdownOptions {
  readonly logger: Logger;
  /** Milliseconds for all closers together. Default 10,000. */
  readonly timeoutMs?: number;
  /** Ends the process. Default `process.exit`. */
  readonly exit?: (code: number) => void;
  /** Where signals come from. Default `process`. */
  readonly signals?: SignalSource;
}

/**
 * The part of `process` that tells it to end.
 *
 * @internal
 */
export interface SignalSource {
  on(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  /** Set when a parent process keeps a channel open; its end is a reason to end too. */
  readonly channel?: unknown;
}

export interface Shutdown {
  /** Whether the process is ending. */
  readonly isUnderWay: boolean;
  /** Closers run one after the other in the order in which they were added: what takes work first, what work needs last. So are those that are added meanwhile. */
  add(name: string, close: Closer, options?: CloserOptions): void;
  /** Starts the shutdown, once; resolves with the exit code: 0 when everything closed in time, else 1. */
  trigger(reason: string): Promise<number>;
}

/** A terminal and a parent that passes signals on may both send the first one; only a later one means "at once". */
const repeatMs = 500;

/**
 * Ends the process in order on SIGTERM, SIGINT or the loss of its parent. Each closer gets what is left of the time; one that
 * fails or hangs is logged and the next one runs. A second signal ends the process at once with code 1.
 */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { logger, exit = (code: number) => process.exit(code), signals = process } = options;
  const closers = new ClosingList(logger, options.timeoutMs ?? 10_000);
  let running: { readonly since: number; readonly code: Promise<number> } | undefined;

  const run = async (reason: string): Promise<number> => {
    logger.info({ reason }, 'closing');
    const code = (await closers.closeAll()) ? 0 : 1;
    logger.info({ code }, 'closed');
    exit(code);
    return code;
  };

  const trigger = (reason: string): Promise<number> => {
    running ??= { since: performance.now(), code: run(reason) };
    return running.code;
  };

  const onSignal = (reason: string): void => {
    if (running !== undefined && performance.now() - running.since > repeatMs) exit(1);
    else void trigger(reason);
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) signals.on(signal, () => onSignal(signal));
  if (signals.channel !== undefined) signals.on('disconnect', () => onSignal('disconnect'));
  return {
    get isUnderWay() {
      return running !== undefined;
    },
    add: (name, close, own) => closers.add(name, close, own),
    trigger,
  };
}

class ClosingList {
  readonly #logger: Logger;
  readonly #timeoutMs: number;
  readonly #closers: ({ readonly name: string; readonly close: Closer } & CloserOptions)[] = [];

  constructor(logger: Logger, timeoutMs: number) {
    this.#logger = logger;
    this.#timeoutMs = timeoutMs;
  }

  add(name: string, close: Closer, options?: CloserOptions): void {
    this.#closers.push({ name, close, ...options });
  }

  /** Whether everything closed in time. */
  async closeAll(): Promise<boolean> {
    const end = performance.now() + this.#timeoutMs;
    let isClean = true;
    for (const { name, close, overdue } of this.#closers) {
      const left = end - performance.now();
      const impatience = overdue && setTimeout(overdue, Math.max(0, left - this.#timeoutMs / 2));
      const fault = await outcomeOf(close, left);
      clearTimeout(impatience);
      if (fault === undefined) continue;
      isClean = false;
      this.#logger.error({ err: fault, closing: name }, 'could not be closed');
    }
    return isClean;
  }
}

/** Undefined when it closed in time. */
async function outcomeOf(close: Closer, timeoutMs: number): Promise<Error | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<Error>();
  const timer = setTimeout(() => resolve(new Error('it took too long')), Math.max(0, timeoutMs));
  try {
    return await Promise.race([Promise.resolve(close()).then(() => undefined), late]);
  } catch (error) {
    return error instanceof Error ? error : new Error('it failed');
  } finally {
    clearTimeout(timer);
  }
}
