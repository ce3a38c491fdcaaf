import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds in which what happens is gathered. */
const gatherMs = 150;

/** Does something soon after it is asked for, once for all that ask meanwhile. */
export function useSoon(work: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void latest.current();
    }, gatherMs);
  }, []);
}
