import { useEffect, useState } from 'react';
import { asFault } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { searchMemories } from '../api/memories.ts';
import type { Memory, MemoryFilter } from '../api/memories.ts';

export interface Found {
  /** Whether anything is searched for. */
  readonly isOn: boolean;
  /** What was found last; stays while more letters come. */
  readonly items: readonly Memory[] | undefined;
  readonly fault: Fault | undefined;
  readonly isBusy: boolean;
  readonly again: () => void;
  readonly change: (how: (items: readonly Memory[]) => readonly Memory[]) => void;
}

/** Milliseconds without a letter after which is searched. */
const pauseMs = 220;

/** Searches as somebody types. An answer that comes after more letters is not shown. */
export function useFound(project: string, { query, filter }: { readonly query: string; readonly filter: MemoryFilter }): Found {
  const wish = query.trim();
  const [state, setState] = useState<{ readonly items?: readonly Memory[]; readonly fault?: Fault; readonly isBusy: boolean }>({
    isBusy: false,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (wish === '') return setState({ isBusy: false });
    setState(({ items }) => ({ isBusy: true, ...(items && { items }) }));
    const controller = new AbortController();
    const timer = setTimeout(() => {
      searchMemories(project, { ...filter, query: wish, signal: controller.signal }).then(
        (items) => setState({ items, isBusy: false }),
        (error: unknown) => {
          if (!controller.signal.aborted) setState({ fault: asFault(error), isBusy: false });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [project, wish, filter, turn]);
  return {
    isOn: wish !== '',
    items: state.items,
    fault: state.fault,
    isBusy: state.isBusy,
    again: () => setTurn(turn + 1),
    change: (how) => setState((known) => (known.items ? { ...known, items: how(known.items) } : known)),
  };
}
