import { useEffect, useRef, useState } from 'react';
import type { DocumentStatus, KnowledgeDocument } from '../api/knowledge.ts';

/** What those who listen hear when documents that were under way are done, all of a moment in one sentence. */
export function useOutcomes(documents: readonly KnowledgeDocument[] | undefined): string {
  const [said, setSaid] = useState('');
  const before = useRef<ReadonlyMap<string, DocumentStatus>>(new Map());
  useEffect(() => {
    const done = (documents ?? []).filter(({ id, status }) => {
      const was = before.current.get(id);
      return was !== undefined && was !== status && (status === 'ready' || status === 'failed');
    });
    before.current = new Map((documents ?? []).map(({ id, status }) => [id, status]));
    // The same words a second time would be no change, and nobody would hear them.
    if (done.length > 0) setSaid((last) => (last === wordsOf(done) ? `${last}\u00a0` : wordsOf(done)));
  }, [documents]);
  return said;
}

function wordsOf(done: readonly KnowledgeDocument[]): string {
  const [only] = done;
  if (done.length === 1 && only) return only.status === 'ready' ? `“${only.title}” is ready.` : `“${only.title}” failed.`;
  const failed = done.filter(({ status }) => status === 'failed').length;
  const ready = done.length - failed;
  return [ready > 0 && `${ready} ${ready === 1 ? 'document is' : 'documents are'} ready.`, failed > 0 && `${failed} failed.`]
    .filter(Boolean)
    .join(' ');
}
