import { useEffect, useRef } from 'react';

/** A window that comes into sight says so twice, as what is seen and as what has the focus. */
const togetherMs = 1_000;

interface Paces {
  /** Milliseconds between looks while somebody attends. */
  readonly paceMs: number;
  /** Milliseconds between looks of a page that is left open: each is a request of the session's limit. */
  readonly quietMs: number;
  /** Milliseconds for which somebody attends since they did something, or since a look found something new; 2 minutes by default. */
  readonly attentiveForMs?: number;
}

/**
 * Looks again and again while the page is seen: at once when it comes into sight or gets the focus, often while the person does something,
 * rarely when nothing happens, and never while it is hidden. `look` tells whether it found something new, which is a reason to go on often.
 */
export function useLive(look: () => Promise<boolean | void>, { paceMs, quietMs, attentiveForMs = 120_000 }: Paces): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attendedAt = Date.now();
    let lookedAt = attendedAt;
    let isLooking = false;
    let isOver = false;
    function plan(): void {
      clearTimeout(timer);
      if (isOver || isLooking || document.hidden) return;
      const now = Date.now();
      const wait = now - attendedAt < attentiveForMs ? paceMs : quietMs;
      timer = setTimeout(() => void again(), Math.max(0, lookedAt + wait - now));
    }
    async function again(): Promise<void> {
      clearTimeout(timer);
      isLooking = true;
      const foundNew = await latest.current().catch(() => false);
      isLooking = false;
      lookedAt = Date.now();
      if (foundNew === true) attendedAt = lookedAt;
      plan();
    }
    const attend = (): void => {
      attendedAt = Date.now();
      plan();
    };
    const turned = (): void => {
      attendedAt = Date.now();
      if (document.hidden || isLooking || attendedAt - lookedAt < togetherMs) plan();
      else void again();
    };
    const signs = new AbortController();
    const { signal } = signs;
    document.addEventListener('visibilitychange', turned, { signal });
    addEventListener('focus', turned, { signal });
    for (const deed of ['pointerdown', 'keydown'] as const) addEventListener(deed, attend, { signal, passive: true });
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      signs.abort();
    };
  }, [paceMs, quietMs, attentiveForMs]);
}
