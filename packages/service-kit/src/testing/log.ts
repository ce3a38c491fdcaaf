import { createLogger } from '../logging/logger.ts';
import type { Logger, LogLevel } from '../logging/logger.ts';

/** A logger whose lines are kept. */
export interface KeptLog {
  readonly logger: Logger;
  readonly lines: readonly string[];
  /** The lines parsed; fails on one that is no JSON. */
  entries(): readonly Record<string, unknown>[];
}

export function keptLog(level: LogLevel = 'info'): KeptLog {
  const lines: string[] = [];
  const logger = createLogger({ level, destination: { write: (line: string) => void lines.push(line) } });
  return { logger, lines, entries: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}
