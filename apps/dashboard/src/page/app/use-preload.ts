import { useEffect } from 'react';
import { missingAt } from './part-at.ts';
import { everyPart } from './parts.ts';
import { pathOfLink } from './place.ts';

/** Milliseconds that stand for idleness where a browser does not tell of it. */
const pauseMs = 200;

const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, pauseMs));

/**
 * Loads what pages need before somebody goes there: that of a link as soon as the pointer or the keyboard is on it, and all the rest one
 * after the other while there is nothing else to do, unless the person asks the browser to save data.
 */
export function usePreload(): void {
  useEffect(() => {
    let isOver = false;
    const loadNext = (): void => {
      const next = isOver ? undefined : everyPart.find((part) => !part.isLoaded());
      // What cannot be loaded now is when it is gone to.
      next?.load().then(() => whenIdle(loadNext), ignore);
    };
    if (!savesData()) whenIdle(loadNext);
    const signs = new AbortController();
    for (const sign of ['pointerover', 'focusin']) document.addEventListener(sign, loadForLink, { signal: signs.signal, passive: true });
    return () => {
      isOver = true;
      signs.abort();
    };
  }, []);
}

function loadForLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  const path = link === null ? undefined : pathOfLink(link);
  if (path !== undefined) missingAt(path)?.load().catch(ignore);
}

const ignore = (): void => undefined;

/** Not known to every browser. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
