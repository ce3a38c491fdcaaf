import { useEffect } from 'react';
import { waitingPath } from '../api/approvals.ts';
import type { ListedApproval } from '../api/approvals.ts';
import { usePlace } from '../app/place.ts';
import { refreshList, useList } from '../data/list.ts';
import { useLive } from '../data/use-live.ts';
import { setTitleCount } from '../ui/title.ts';

/** Beside the inbox it comes soon, and beside other pages it costs one request a minute. */
const atThem = { paceMs: 15_000, quietMs: 60_000 };
const elsewhere = { paceMs: 60_000, quietMs: 60_000 };

/** How many actions wait for the person, beside the word in the navigation and in the title of the window. It keeps itself true. */
export function WaitingCount({ projectId }: { readonly projectId: string }) {
  const { route } = usePlace();
  const { items, hasMore, reload } = useList<ListedApproval>(waitingPath, projectId);
  const isAtThem = route.page === 'project' && route.section === 'approvals';
  useLive(() => (items ? refreshList(waitingPath, projectId) : reload()), isAtThem ? atThem : elsewhere);
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
