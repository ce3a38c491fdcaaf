import { useMemo, useSyncExternalStore } from 'react';
import { routeOf } from './route.ts';
import type { Route } from './route.ts';
import { appPath } from './settings.ts';

const listeners = new Set<() => void>();

/** The path below the app's own, with what follows it. */
const currentPlace = (): string => `${location.pathname.slice(appPath.length) || '/'}${location.search}${location.hash}`;

/** What is shown; the address is ahead of it while a page is made ready. */
let shown = currentPlace();
let prepare: (path: string) => Promise<void> | undefined = () => undefined;

/** Says what has to be done before the page at a path can be shown; undefined: nothing. Until then, the page of before stays. */
export function prepareBy(how: (path: string) => Promise<void> | undefined): void {
  prepare = how;
}

function show(place: string): void {
  shown = place;
  for (const listener of listeners) listener();
}

function follow(): void {
  const wanted = currentPlace();
  const preparing = prepare(new URL(wanted, 'http://page').pathname);
  if (!preparing) return show(wanted);
  // Whoever has gone on meanwhile is not led back. What could not be made ready says so itself.
  const arrive = (): void => {
    if (currentPlace() === wanted) show(wanted);
  };
  preparing.then(arrive, arrive);
}

let onLeave: (() => void) | undefined;

/** Keeps the page where it is while something is shown that is never shown again: whoever goes back is told, and stays. Lets go when called. */
export function holdPlace(tell: () => void): () => void {
  onLeave = tell;
  return () => {
    if (onLeave === tell) onLeave = undefined;
  };
}

addEventListener('popstate', () => {
  if (!onLeave) return follow();
  history.pushState(null, '', addressOf(shown));
  onLeave();
});

/** The address of a page of the app, for links. */
export const addressOf = (path: string): string => `${appPath}${path}`;

/** Goes to a page. `replace` leaves no entry behind to come back to. */
export function go(path: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (path !== currentPlace()) history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path));
  follow();
}

/** The path of the app that a link leads to; undefined: it leads elsewhere. */
export function pathOfLink({ origin, pathname }: Pick<HTMLAnchorElement, 'origin' | 'pathname'>): string | undefined {
  return origin === location.origin && `${pathname}/`.startsWith(`${appPath}/`) ? pathname.slice(appPath.length) || '/' : undefined;
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

/** Where the app is: the page that is shown. */
export function usePlace(): Place {
  const place = useSyncExternalStore(subscribe, () => shown);
  return useMemo(() => {
    const { pathname, searchParams } = new URL(place, 'http://page');
    return { path: pathname, route: routeOf(pathname), query: searchParams };
  }, [place]);
}
