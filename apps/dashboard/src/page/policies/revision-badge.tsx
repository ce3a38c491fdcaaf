import type { ListedRevision } from '../api/policies.ts';
import { Badge } from '../ui/badge.tsx';

const statuses = {
  draft: { name: 'Draft', tone: 'plain' },
  active: { name: 'In force', tone: 'good' },
  superseded: { name: 'Was in force', tone: 'plain' },
} as const;

/** How a revision stands. */
export function RevisionBadge({ status }: { readonly status: ListedRevision['status'] }) {
  return <Badge tone={statuses[status].tone}>{statuses[status].name}</Badge>;
}
