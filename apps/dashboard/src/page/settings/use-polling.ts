import { useEffect, useRef } from 'react';

/** Milliseconds until the next look: often while somebody waits, then rarely, so that an open page costs few requests. */
function waitAfter(shownMs: number): number {
  if (shownMs < 60_000) return 2_500;
  return shownMs < 300_000 ? 8_000 : 30_000;
}

/** Looks again and again while the page is seen. */
export function usePolling(look: () => Promise<void>): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = Date.now();
    let isOver = false;
    const plan = (): void => {
      clearTimeout(timer);
      if (!isOver && !document.hidden) timer = setTimeout(() => void latest.current().finally(plan), waitAfter(Date.now() - since));
    };
    const seen = (): void => {
      since = Date.now();
      plan();
    };
    document.addEventListener('visibilitychange', seen);
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
