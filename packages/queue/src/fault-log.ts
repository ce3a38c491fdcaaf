/** The part of a logger that this package writes to, with errors under `err`: the logger reduces them to what may be logged. */
export interface QueueLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Reports the same trouble once per window, however often it comes. */
export interface FaultLog {
  report(error: unknown): void;
  /** Says that the trouble is over, if any was reported since the last time. To be called whenever something went well. */
  recovered(): void;
}

// A carrier that is down fails in a handful of ways; more kinds than this share the window.
const maxKinds = 20;

/** `subject` names who has the trouble, for instance `job queue`. One line per kind of fault and `windowMs`, default half a minute. */
export function createFaultLog(log: QueueLog, subject: string, windowMs = 30_000): FaultLog {
  const kinds = new Map<string, { since: number; repeats: number }>();
  let troubled = false;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  return {
    report(error) {
      troubled = true;
      const kind = kindOf(error);
      const known = kinds.get(kind) ?? (kinds.size >= maxKinds ? kinds.values().next().value : undefined);
      if (known !== undefined && performance.now() - known.since < windowMs) {
        known.repeats += 1;
        return;
      }
      log.warn({ err: error, repeats: known?.repeats ?? 0 }, `${subject}: trouble, it goes on trying`);
      kinds.set(kind, { since: performance.now(), repeats: 0 });
    },
    recovered() {
      // What flaps is told once per window in both directions.
      if (!troubled || performance.now() - recoveredAt < windowMs) return;
      troubled = false;
      recoveredAt = performance.now();
      log.info({}, `${subject}: works again`);
    },
  };
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

// Redis tells its errors apart by the first word of the message: LOADING, READONLY, OOM.
const kindOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${codeOf(error) ?? error.message.split(' ', 1)[0]}` : typeof error;
