import { useEffect, useRef, useState } from 'react';
import { asFault, isAway } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { searchMemories } from '../api/memories.ts';
import type { Memory, MemoryFilter } from '../api/memories.ts';
import { useComeBack } from '../data/use-come-back.ts';

export interface Found {
  /** Whether anything is searched for. */
  readonly isOn: boolean;
  /** What was found last, as far as it was read; stays while more letters come. */
  readonly items: readonly Memory[] | undefined;
  readonly fault: Fault | undefined;
  readonly isBusy: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => Promise<void>;
  readonly again: () => void;
  readonly change: (how: (items: readonly Memory[]) => readonly Memory[]) => void;
}

interface State {
  readonly items?: readonly Memory[];
  /** Where it goes on; null: nowhere. */
  readonly next?: number | null;
  readonly fault?: Fault;
  readonly isBusy: boolean;
  readonly isLoadingMore: boolean;
}

/** Milliseconds without a letter after which is searched. */
const pauseMs = 220;

const still: State = { isBusy: false, isLoadingMore: false };

/** Searches as somebody types, the closest first and page by page. An answer that comes after more letters is not shown. */
export function useFound(project: string, { query, filter }: { readonly query: string; readonly filter: MemoryFilter }): Found {
  const wish = query.trim();
  const [state, setState] = useState<State>(still);
  const [turn, setTurn] = useState(0);
  const current = useRef(new AbortController());
  useEffect(() => {
    if (wish === '') return setState(still);
    setState(({ items, fault }) => ({ ...still, isBusy: true, ...(items && { items }), ...(fault && { fault }) }));
    const controller = new AbortController();
    current.current = controller;
    const timer = setTimeout(() => {
      searchMemories(project, { ...filter, query: wish, offset: 0, signal: controller.signal }).then(
        ({ data, next_offset: next }) => setState({ ...still, items: data, next }),
        (error: unknown) => {
          if (!controller.signal.aborted) setState({ ...still, fault: asFault(error) });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [project, wish, filter, turn]);

  async function loadMore(): Promise<void> {
    const { signal } = current.current;
    const { next } = state;
    if (next == null || state.isBusy || state.isLoadingMore) return;
    setState((known) => ({ ...known, isLoadingMore: true }));
    const page = await searchMemories(project, { ...filter, query: wish, offset: next, signal }).catch(asFault);
    if (signal.aborted) return;
    setState((known) => {
      if (!('data' in page)) return { ...known, fault: page, isLoadingMore: false };
      const items = known.items ?? [];
      const ids = new Set(items.map(({ id }) => id));
      // What was saved meanwhile moves the others down.
      const fresh = page.data.filter(({ id }) => !ids.has(id));
      return { ...still, items: [...items, ...fresh], next: page.next_offset };
    });
  }

  const again = (): void => setTurn(turn + 1);
  useComeBack(state.items === undefined && isAway(state.fault), async () => {
    if (!state.isBusy) again();
  });

  return {
    isOn: wish !== '',
    items: state.items,
    fault: state.fault,
    isBusy: state.isBusy,
    hasMore: !state.isBusy && state.next != null,
    isLoadingMore: state.isLoadingMore,
    loadMore,
    again,
    change: (how) => setState((known) => (known.items ? { ...known, items: how(known.items) } : known)),
  };
}
