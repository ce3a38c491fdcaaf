import { useEffect, useRef } from 'react';
import { watchDocument } from '../api/knowledge.ts';
import type { KnowledgeDocument, Progress } from '../api/knowledge.ts';

/** Streams that the server lets one session have are few, and other tabs want some. */
const atOnce = 3;

/** Milliseconds until a stream that broke is asked for again: the first time, and at most. */
const firstPauseMs = 3_000;
const lastPauseMs = 120_000;

const isUnderWay = ({ status }: KnowledgeDocument): boolean => status !== 'ready' && status !== 'failed';

interface Told {
  readonly onProgress: (id: string, progress: Progress) => void;
  /** A stream ended, by its document's end or otherwise. */
  readonly onEnd: () => void;
}

/** Follows the ingestion of those documents that are under way, a few at a time. */
export function useWatching(project: string, documents: readonly KnowledgeDocument[] | undefined, told: Told): void {
  const watched = useRef(new Map<string, AbortController>());
  const pause = useRef(firstPauseMs);
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    const known = new Map(documents?.map((document) => [document.id, document]));
    for (const [id, controller] of watched.current) if (!known.has(id)) controller.abort();
    const next = [...known.values()].filter((document) => isUnderWay(document) && !watched.current.has(document.id));
    // The oldest is worked on first.
    for (const { id } of next.toReversed().slice(0, Math.max(0, atOnce - watched.current.size))) {
      const controller = new AbortController();
      watched.current.set(id, controller);
      const onProgress = (progress: Progress): void => {
        pause.current = firstPauseMs;
        latest.current.onProgress(id, progress);
      };
      watchDocument(project, id, { signal: controller.signal, onProgress })
        // A stream that broke is begun again with the next reading of the list.
        .catch(() => {
          const wait = pause.current;
          pause.current = Math.min(2 * wait, lastPauseMs);
          return new Promise((resolve) => setTimeout(resolve, wait));
        })
        .finally(() => {
          watched.current.delete(id);
          if (!controller.signal.aborted) latest.current.onEnd();
        });
    }
  }, [project, documents]);
  useEffect(() => {
    const controllers = watched.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);
}
