import { pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { exportLine } from '../telemetry/export-logs.ts';
import { errorRecord } from './error-record.ts';
import { withoutContent, withoutSecrets } from './redact.ts';
import { requestRecord, responseRecord } from './request-record.ts';

/** A pino logger; one JSON object per line. */
export type Logger = PinoLogger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where lines go. Default: standard output. */
  readonly destination?: DestinationStream;
}

/**
 * A logger that keeps secrets and content to itself: fields named like one are censored at any depth, an error is reduced to its
 * type, code and stack, a request to its method and route, and what looks like a credential inside any text is cut out of the
 * finished line.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutContent },
      serializers: { err: errorRecord, req: requestRecord, res: responseRecord },
      hooks: { streamWrite: finished },
    },
    destination ?? pino.destination(1),
  );
}

/** What is printed and what is exported are the same line. */
function finished(line: string): string {
  const told = withoutSecrets(line);
  exportLine(told);
  return told;
}
