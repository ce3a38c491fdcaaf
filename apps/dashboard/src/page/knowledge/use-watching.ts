import { useEffect, useRef } from 'react';
import { watchDocument } from '../api/knowledge.ts';
import type { KnowledgeDocument, Progress } from '../api/knowledge.ts';

/** Streams that the server lets one session have are few, and other tabs want some. */
const atOnce = 3;

const isUnderWay = ({ status }: KnowledgeDocument): boolean => status !== 'ready' && status !== 'failed';

interface Told {
  readonly onProgress: (id: string, progress: Progress) => void;
  /** A stream ended, by its document's end or otherwise. */
  readonly onEnd: () => void;
}

/** Follows the ingestion of those documents that are under way, a few at a time. */
export function useWatching(project: string, documents: readonly KnowledgeDocument[] | undefined, told: Told): void {
  const watched = useRef(new Map<string, AbortController>());
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
      watchDocument(project, id, { signal: controller.signal, onProgress: (progress) => latest.current.onProgress(id, progress) })
        // A stream that broke is begun again with the next reading of the list.
        .catch(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
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
