import type { QueueLog } from '../fault-log.ts';

export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** A log that keeps its lines. */
export function createKeptLog(): QueueLog & { readonly lines: readonly Line[]; at(level: Line['level']): readonly Line[] } {
  const lines: Line[] = [];
  const write =
    (level: Line['level']) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields: { ...fields }, message });
    };
  return {
    lines,
    at: (level) => lines.filter((line) => line.level === level),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
