import { useCallback, useRef } from 'react';

/** Gives each thing that is asked for one key, the same however often it is asked for, so that the server does it once. */
export function useOnce(): (wish: string) => string {
  const last = useRef<{ readonly wish: string; readonly key: string }>(undefined);
  return useCallback((wish) => {
    if (last.current?.wish !== wish) last.current = { wish, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}
