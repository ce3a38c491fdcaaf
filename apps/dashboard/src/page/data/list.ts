import { useCallback, useState } from 'react';
import { call } from '../api/call.ts';
import { asFault } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { change, peek, useResource } from './resource.ts';
import type { Resource } from './resource.ts';

/** A list as far as it was read. */
export interface Pages<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export interface List<Item> extends Omit<Resource<Pages<Item>>, 'value'> {
  readonly items: readonly Item[] | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => Promise<void>;
  readonly change: (how: (items: readonly Item[]) => readonly Item[]) => void;
}

/** A list of the server, page by page. Its path with the query is what it is known by. Without a path nothing is read. */
export function useList<Item>(path: string | undefined, project?: string): List<Item> {
  const key = path === undefined ? undefined : keyOf(path, project);
  const { value, fault, reload } = useResource<Pages<Item>>(key, async () => pagesOf(await call<Page<Item>>(path ?? '', { project })));
  const [more, setMore] = useState<{ readonly isLoading: boolean; readonly fault?: Fault }>({ isLoading: false });
  const loadMore = useCallback(async () => {
    const next = key === undefined ? null : ((peek(key) as Pages<Item> | undefined)?.next ?? null);
    if (key === undefined || path === undefined || next === null) return;
    setMore({ isLoading: true });
    try {
      const page = pagesOf(
        await call<Page<Item>>(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(next)}`, { project }),
      );
      change<Pages<Item>>(key, ({ items }) => ({ items: [...items, ...page.items], next: page.next }));
      setMore({ isLoading: false });
    } catch (error) {
      setMore({ isLoading: false, fault: asFault(error) });
    }
  }, [key, path, project]);
  return {
    items: value?.items,
    fault: fault ?? more.fault,
    reload,
    hasMore: value?.next != null,
    isLoadingMore: more.isLoading,
    loadMore,
    change: (how) => {
      if (key !== undefined) change<Pages<Item>>(key, ({ items, next }) => ({ items: how(items), next }));
    },
  };
}

/**
 * Reads the beginning of a list that is shown anew, and keeps what was read behind it: for lists that change by themselves. A reading that
 * fails changes nothing; the next one comes. Tells whether anything is other than it was.
 */
export async function refreshList(path: string, project: string): Promise<boolean> {
  const key = keyOf(path, project);
  const before = peek(key);
  const page = await call<Page<Identified>>(path, { project }).then(pagesOf, () => undefined);
  const known = peek(key) as Pages<Identified> | undefined;
  // What was read meanwhile is newer.
  if (!page || known === undefined || known !== before) return false;
  const next = joined(page, known);
  if (JSON.stringify(next) === JSON.stringify(known)) return false;
  change<Pages<Identified>>(key, () => next);
  return true;
}

interface Identified {
  readonly id: string;
}

function joined(page: Pages<Identified>, known: Pages<Identified>): Pages<Identified> {
  const last = known.items.findIndex(({ id }) => id === page.items.at(-1)?.id);
  if (page.next === null || last < 0) return page;
  return { items: [...page.items, ...known.items.slice(last + 1)], next: known.items.length > last + 1 ? known.next : page.next };
}

const pagesOf = <Item>({ data, next_cursor: next }: Page<Item>): Pages<Item> => ({ items: data, next });

const keyOf = (path: string, project: string | undefined): string => `${project ?? ''} ${path}`;
