import { useEffect, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import { watchTask } from '../api/tasks.ts';
import type { TaskEvent } from '../api/tasks.ts';

/** Milliseconds until a stream that broke is asked for again: the first time, and at most. */
const firstPauseMs = 1_000;
const lastPauseMs = 15_000;

interface Watched {
  readonly id: string;
  readonly isOver: boolean;
  /** Something happened. */
  readonly onEvent: () => void;
}

interface Timeline {
  readonly events: readonly TaskEvent[];
  /** Whether the stream broke and is not there again yet. */
  readonly isCut: boolean;
}

/** What happens to a task, as it happens. A stream that breaks goes on behind the last event that came. */
export function useTimeline(project: string, { id, isOver, onEvent }: Watched): Timeline {
  const [events, setEvents] = useState<readonly TaskEvent[]>([]);
  const [isCut, setCut] = useState(false);
  const last = useRef(0);
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const take = (event: TaskEvent): void => {
      if (signal.aborted || event.seq <= last.current) return;
      last.current = event.seq;
      setEvents((known) => [...known, event]);
      latest.current();
    };
    void follow();
    return () => controller.abort();

    async function follow(): Promise<void> {
      for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(2 * pause, lastPauseMs)) {
        const before = last.current;
        const fault = await watchTask(project, id, { after: before, signal, onOpen: () => setCut(false), onEvent: take }).then(
          () => undefined,
          asFault,
        );
        if (signal.aborted) return;
        if (fault === undefined && isOver) return;
        if (fault !== undefined && (fault.kind === 'gone' || fault.kind === 'forbidden' || fault.kind === 'unauthorized')) return;
        if (last.current > before) pause = firstPauseMs;
        setCut(fault !== undefined);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }, [project, id, isOver]);
  return { events, isCut };
}
