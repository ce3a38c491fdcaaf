import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskEventRecord, TaskStatus } from '@cairn/orchestration';
import { isFinal } from '@cairn/orchestration';

export interface TaskEventSource {
  /** Those after a sequence number. */
  readonly after: (seq: number) => Promise<readonly TaskEventRecord[]>;
  /** Where the task stands; undefined when it is gone or may no longer be watched. */
  readonly status: () => Promise<TaskStatus | undefined>;
  /** Ends the events at once. */
  readonly signal: AbortSignal;
  /** Milliseconds between looks. */
  readonly pollMs: number;
  /** Looks without an event after which a comment keeps the connection alive. */
  readonly quietLooks: number;
}

/** Server-sent events of a task from a sequence number on, until it has ended and all was told. */
export async function* taskEvents(from: number, { after, status, signal, pollMs, quietLooks }: TaskEventSource): AsyncGenerator<string> {
  let told = from;
  let quiet = 0;
  for (;;) {
    // Before the events, so that those of its end are told before the stream ends.
    const standing = await status();
    if (standing === undefined) return;
    const events = await after(told);
    for (const event of events) {
      yield toEvent(event);
      told = event.seq;
    }
    if (events.length === 0 && isFinal(standing)) return;
    quiet = events.length === 0 ? quiet + 1 : 0;
    if (quiet > 0 && quiet % quietLooks === 0) yield ': still here\n\n';
    if (events.length === 0 && !(await waited(pollMs, signal))) return;
  }
}

function toEvent({ seq, at, type, stepId, detail }: TaskEventRecord): string {
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, at, type, step_id: stepId, detail })}\n\n`;
}

/** False when the signal ended the wait. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);
