import type { List } from '../data/list.ts';
import { Button } from './button.tsx';

/** Goes on with a list, where it goes on. */
export function LoadMore({ list }: { readonly list: Pick<List<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'> }) {
  if (!list.hasMore) return null;
  return (
    <div className="load-more">
      <Button isBusy={list.isLoadingMore} onClick={() => void list.loadMore()}>
        Show more
      </Button>
    </div>
  );
}
