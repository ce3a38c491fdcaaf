import type { Logger } from './logger.ts';

export type Closer = () => unknown;

export interface ShutdownOptions {
  readonly logger: Logger;
  /** Milliseconds for all closers together. Default 10,000. */
  readonly timeoutMs?: number;
  /** Ends the process. Default `process.exit`. */
  readonly exit?: (code: number) => void;
}

export interface Shutdown {
  /** Closers run in the order in which they were added. */
  add(name: string, close: Closer): void;
  /** Starts the shutdown, once; resolves with the exit code: 0 when everything closed in time, else 1. */
  trigger(reason: string): Promise<number>;
}

export function createShutdown({ logger, exit = (code) => process.exit(code) }: ShutdownOptions): Shutdown {
  const closers: { readonly name: string; readonly close: Closer }[] = [];
  let running: Promise<number> | undefined;
  const run = async (reason: string): Promise<number> => {
    logger.info({ reason }, 'closing');
    for (const { close } of closers) await close();
    exit(0);
    return 0;
  };
  const trigger = (reason: string): Promise<number> => (running ??= run(reason));
  process.once('SIGTERM', () => void trigger('SIGTERM'));
  process.once('SIGINT', () => void trigger('SIGINT'));
  return { add: (name, close) => closers.push({ name, close }), trigger };
}
