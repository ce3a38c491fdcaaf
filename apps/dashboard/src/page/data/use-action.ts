import { useCallback, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';

export interface Action<Args extends readonly unknown[]> {
  /** Does it, unless it is under way. Resolves with whether it was done. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly fault: Fault | undefined;
  readonly forget: () => void;
}

/** Something that a person does: once at a time, however often they press, and with what came of it. */
export function useAction<Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>): Action<Args> {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly fault?: Fault }>({ isBusy: false });
  // State comes with the next rendering; a second press may come before it.
  const underWay = useRef(false);
  const latest = useRef(work);
  latest.current = work;
  const run = useCallback(async (...args: Args) => {
    if (underWay.current) return false;
    underWay.current = true;
    setState({ isBusy: true });
    try {
      await latest.current(...args);
      setState({ isBusy: false });
      return true;
    } catch (error) {
      setState({ isBusy: false, fault: asFault(error) });
      return false;
    } finally {
      underWay.current = false;
    }
  }, []);
  const forget = useCallback(() => setState({ isBusy: false }), []);
  return { run, isBusy: state.isBusy, fault: state.fault, forget };
}
