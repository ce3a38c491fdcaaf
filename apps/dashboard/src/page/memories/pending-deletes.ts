import { useCallback, useEffect, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import { deleteMemory } from '../api/memories.ts';
import type { Memory } from '../api/memories.ts';
import { toast } from '../ui/toast-store.ts';

export interface PendingDeletes {
  /** What is not shown any more and not gone yet. */
  readonly pending: ReadonlySet<string>;
  readonly add: (memory: Memory) => void;
}

/** Milliseconds in which somebody may think again. */
const undoMs = 7_000;

/**
 * Deletes with a way back: the server, which deletes for good, is asked once the time for that is over, or when the page is left.
 */
export function usePendingDeletes(project: string, onGone: (id: string) => void): PendingDeletes {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Set<string>());
  const told = useRef(onGone);
  told.current = onGone;
  const show = (id: string): void => setPending((ids) => new Set([...ids].filter((other) => other !== id)));
  const carryOut = useCallback(
    async (id: string) => {
      if (!waiting.current.delete(id)) return;
      try {
        await deleteMemory(project, id);
        told.current(id);
      } catch (error) {
        const fault = asFault(error);
        // Somebody else was faster.
        if (fault.kind === 'gone') told.current(id);
        else toast(`The memory was not deleted. ${fault.message}`, { tone: 'bad' });
      }
      show(id);
    },
    [project],
  );
  const add = useCallback(
    ({ id }: Memory) => {
      waiting.current.add(id);
      setPending((ids) => new Set([...ids, id]));
      toast('Memory deleted.', {
        stays: undoMs,
        onGone: () => void carryOut(id),
        action: {
          label: 'Undo',
          run: () => {
            waiting.current.delete(id);
            show(id);
          },
        },
      });
    },
    [carryOut],
  );
  useEffect(() => {
    const ids = waiting.current;
    const flush = (): void => {
      for (const id of ids) void carryOut(id);
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [carryOut]);
  return { pending, add };
}
