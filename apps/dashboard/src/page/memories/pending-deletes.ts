import { useCallback, useEffect, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import { deleteMemory } from '../api/memories.ts';
import type { Memory } from '../api/memories.ts';
import { useShortcut } from '../shell/shortcut.ts';
import { dismiss, toast } from '../ui/toast-store.ts';
import type { Toast } from '../ui/toast-store.ts';

export interface PendingDeletes {
  /** What is not shown any more and not gone yet. */
  readonly pending: ReadonlySet<string>;
  readonly add: (memory: Memory) => void;
}

/** Milliseconds in which somebody may think again. */
const undoMs = 10_000;

/**
 * Deletes with a way back, by what is told of it or by Ctrl Z: the server, which deletes for good, is asked once the time for that is over, or
 * when the page is left. The way back is offered no longer than it is there.
 */
export function usePendingDeletes(project: string, onGone: (id: string) => void): PendingDeletes {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, Toast>());
  const tell = useRef(onGone);
  tell.current = onGone;
  const show = (id: string): void => setPending((ids) => new Set([...ids].filter((other) => other !== id)));
  const carryOut = useCallback(
    async (id: string) => {
      if (!waiting.current.delete(id)) return;
      try {
        await deleteMemory(project, id);
        tell.current(id);
      } catch (error) {
        const fault = asFault(error);
        // Somebody else was faster.
        if (fault.kind === 'gone') tell.current(id);
        else toast(`The memory was not deleted. ${fault.message}`, { tone: 'bad' });
      }
      show(id);
    },
    [project],
  );
  const add = useCallback(
    ({ id }: Memory) => {
      setPending((ids) => new Set([...ids, id]));
      const offer = toast('Memory deleted. Ctrl Z brings it back.', {
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
      waiting.current.set(id, offer);
    },
    [carryOut],
  );
  useEffect(() => {
    const offers = waiting.current;
    const flush = (): void => {
      for (const offer of offers.values()) dismiss(offer);
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [carryOut]);
  useShortcut(
    'z',
    () => {
      const last = [...waiting.current.values()].at(-1);
      if (last) dismiss(last, { byAction: true });
    },
    { withControl: true, isWhileWriting: false },
  );
  return { pending, add };
}
