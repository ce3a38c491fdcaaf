import { useEffect, useRef } from 'react';

/** Milliseconds between looks while the page is not seen: its title still tells that something waits. */
const hiddenPaceMs = 60_000;
/** After so long unseen nobody looks any more; a session may lapse. */
const hiddenForMs = 1_800_000;

/** Looks again and again: at its pace while the page is seen, at once when it comes into sight, now and then while it is not. */
export function useLive(look: () => Promise<void>, paceMs: number): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hiddenSince = Date.now();
    let isOver = false;
    const again = (): void => void latest.current().finally(plan);
    function plan(): void {
      clearTimeout(timer);
      if (isOver || (document.hidden && Date.now() - hiddenSince > hiddenForMs)) return;
      timer = setTimeout(again, document.hidden ? hiddenPaceMs : paceMs);
    }
    const turned = (): void => {
      hiddenSince = Date.now();
      clearTimeout(timer);
      if (document.hidden) plan();
      else again();
    };
    document.addEventListener('visibilitychange', turned);
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turned);
    };
  }, [paceMs]);
}
