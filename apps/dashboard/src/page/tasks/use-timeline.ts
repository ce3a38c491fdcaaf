import { useCallback, useEffect, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { watchTask } from '../api/tasks.ts';
import type { TaskEvent } from '../api/tasks.ts';
import { retryPause } from '../data/retry-pause.ts';

/** Milliseconds for which a stream has to hold before it counts as mended: some are there, and gone at once. */
const holdsMs = 2_000;

interface Watched {
  readonly id: string;
  readonly isOver: boolean;
  /** Something happened. */
  readonly onEvent: () => void;
}

/** A stream that is not there: how often in a row it broke, and in how many milliseconds it is asked for again; undefined: not any more. */
export interface Cut {
  readonly breaks: number;
  readonly pauseMs: number | undefined;
  readonly fault: Fault | undefined;
}

interface Timeline {
  readonly events: readonly TaskEvent[];
  readonly cut: Cut | undefined;
  /** Asks for the stream now. */
  readonly again: () => void;
}

const forGood = new Set<Fault['kind']>(['gone', 'forbidden', 'unauthorized']);

/**
 * What happens to a task, as it happens. A stream that breaks goes on behind the last event that came, and is asked for ever less often
 * while it stays broken; at once when the machine is back on the net, or the person asks.
 */
export function useTimeline(project: string, { id, isOver, onEvent }: Watched): Timeline {
  const [events, setEvents] = useState<readonly TaskEvent[]>([]);
  const [cut, setCut] = useState<Cut>();
  const last = useRef(0);
  const wake = useRef<() => void>(() => {});
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let breaks = 0;
    const holds = (): void => {
      breaks = 0;
      setCut(undefined);
    };
    const take = (event: TaskEvent): void => {
      if (signal.aborted) return;
      holds();
      if (event.seq <= last.current) return;
      last.current = event.seq;
      setEvents((known) => [...known, event]);
      latest.current();
    };
    addEventListener('online', () => wake.current(), { signal });
    void follow();
    return () => {
      controller.abort();
      wake.current();
    };

    async function follow(): Promise<void> {
      while (!signal.aborted) {
        const fault = await watch();
        if (signal.aborted || (fault === undefined && isOver)) return;
        breaks += 1;
        const pauseMs = fault !== undefined && forGood.has(fault.kind) ? undefined : retryPause(breaks, fault);
        // One that the server ends in good order is asked for again without a word.
        if (fault !== undefined || breaks > 1) setCut({ breaks, pauseMs, fault });
        if (pauseMs === undefined) return;
        await rest(pauseMs);
      }
    }

    async function watch(): Promise<Fault | undefined> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onOpen = (): void => {
        timer = setTimeout(holds, holdsMs);
      };
      const fault = await watchTask(project, id, { after: last.current, signal, onOpen, onEvent: take }).then(() => undefined, asFault);
      clearTimeout(timer);
      return fault;
    }

    function rest(pauseMs: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake.current = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }, [project, id, isOver]);
  return { events, cut, again: useCallback(() => wake.current(), []) };
}
