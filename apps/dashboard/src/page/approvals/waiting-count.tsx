import { useEffect } from 'react';
import { waitingPath } from '../api/approvals.ts';
import type { ListedApproval } from '../api/approvals.ts';
import { refreshList, useList } from '../data/list.ts';
import { useLive } from '../data/use-live.ts';
import { setTitleCount } from '../ui/title.ts';

/** Whoever is there sees within ten seconds that an agent asks, on whatever page. One who is away costs one request a minute. */
const paces = { paceMs: 9_000, quietMs: 60_000, attentiveForMs: 300_000 };

/** How many actions wait for the person, beside the word in the navigation and in the title of the window. It keeps itself true. */
export function WaitingCount({ projectId }: { readonly projectId: string }) {
  const { items, hasMore, reload } = useList<ListedApproval>(waitingPath, projectId);
  useLive(() => (items ? refreshList(waitingPath, projectId) : reload()), paces);
  const count = items?.filter(({ voting }) => voting !== 'voted_before').length ?? 0;
  const words = count === 0 ? '' : `${count}${hasMore ? '+' : ''}`;
  useEffect(() => {
    setTitleCount(words);
    return () => setTitleCount('');
  }, [words]);
  if (words === '') return null;
  return (
    <span className="count">
      {words} <span className="unseen">waiting</span>
    </span>
  );
}
