import { useMemo, useSyncExternalStore } from 'react';
import { routeOf } from './route.ts';
import type { Route } from './route.ts';
import { appPath } from './settings.ts';

const listeners = new Set<() => void>();

const tellAll = (): void => {
  for (const listener of listeners) listener();
};

addEventListener('popstate', tellAll);

/** The path below the app's own, with what follows it. */
const currentPlace = (): string => `${location.pathname.slice(appPath.length) || '/'}${location.search}${location.hash}`;

/** The address of a page of the app, for links. */
export const addressOf = (path: string): string => `${appPath}${path}`;

/** Goes to a page. `replace` leaves no entry behind to come back to. */
export function go(path: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (path !== currentPlace()) history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path));
  tellAll();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface Place {
  readonly path: string;
  readonly route: Route;
  readonly query: URLSearchParams;
}

/** Where the app is. */
export function usePlace(): Place {
  const place = useSyncExternalStore(subscribe, currentPlace);
  return useMemo(() => {
    const { pathname, searchParams } = new URL(place, 'http://page');
    return { path: pathname, route: routeOf(pathname), query: searchParams };
  }, [place]);
}
