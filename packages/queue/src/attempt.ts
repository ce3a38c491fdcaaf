import { pause } from './bounded.ts';

/** Why an attempt had to end early: it took too long, its process is going down, or another worker holds the job by now. */
export type AbortReason = 'timeout' | 'shutdown' | 'lost';

/** `signal.reason` of an attempt that has to end early. */
export class AttemptAborted extends Error {
  readonly reason: AbortReason;

  constructor(reason: AbortReason) {
    super(`attempt ended early: ${reason}`);
    this.name = 'AttemptAborted';
    this.reason = reason;
  }
}

interface AttemptBounds {
  /** Ends the attempt when aborted; its reason is an AttemptAborted. */
  readonly stop: AbortSignal;
  /** Milliseconds that the work may take, counted anew each time that it says that it goes on. */
  readonly timeoutMs: number;
  /** Milliseconds that the work has to end in after its signal was aborted; then it is left behind, still running. */
  readonly settleMs: number;
}

/** What the work of an attempt is given. */
interface AttemptHold {
  readonly signal: AbortSignal;
  /** To be called when a part of the work is done: the time limit begins anew. */
  readonly goesOn: () => void;
}

/** Runs `work` within its bounds. A failure after the signal was aborted is told as the AttemptAborted that caused it. */
export async function runAttempt(work: (hold: AttemptHold) => Promise<void>, bounds: AttemptBounds): Promise<void> {
  const timeout = new AbortController();
  const signal = AbortSignal.any([bounds.stop, timeout.signal]);
  const timer = setTimeout(() => timeout.abort(new AttemptAborted('timeout')), bounds.timeoutMs);
  const ended = new AbortController();
  const goesOn = (): void => void (signal.aborted || ended.signal.aborted || timer.refresh());
  try {
    signal.throwIfAborted();
    await Promise.race([work({ signal, goesOn }), leftBehind(signal, ended.signal, bounds.settleMs)]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/** Resolves never, or rejects `settleMs` after `signal` was aborted unless the work has `ended` by then. */
function leftBehind(signal: AbortSignal, ended: AbortSignal, settleMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const leave = async (): Promise<void> => {
      await pause(settleMs, ended);
      if (!ended.aborted) reject(signal.reason);
    };
    signal.addEventListener('abort', () => void leave(), { once: true, signal: ended });
  });
}
