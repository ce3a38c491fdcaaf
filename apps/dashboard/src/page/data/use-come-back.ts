import { useEffect, useRef } from 'react';
import { retryPause } from './retry-pause.ts';

/**
 * Tries again what failed because the server was away, for as long as it is: after pauses that grow, and at once when the browser is online
 * again or the page comes into sight or gets the focus. A hidden page asks nothing.
 */
export function useComeBack(isAway: boolean, again: () => Promise<unknown>): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!isAway) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    let isTrying = false;
    let isOver = false;
    function plan(): void {
      clearTimeout(timer);
      if (!isOver && !isTrying && !document.hidden) timer = setTimeout(() => void attempt(), retryPause(tries + 1));
    }
    async function attempt(): Promise<void> {
      clearTimeout(timer);
      if (isTrying || document.hidden) return;
      isTrying = true;
      tries += 1;
      await latest.current().catch(() => undefined);
      isTrying = false;
      plan();
    }
    const signs = new AbortController();
    const turned = (): void => void attempt();
    document.addEventListener('visibilitychange', turned, { signal: signs.signal });
    for (const sign of ['online', 'focus'] as const) addEventListener(sign, turned, { signal: signs.signal });
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      signs.abort();
    };
  }, [isAway]);
}
