import { waitingPath } from '../api/approvals.ts';
import type { ListedApproval } from '../api/approvals.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import { useList } from '../data/list.ts';
import { Link } from '../ui/link.tsx';

/** The way to the next one that the person may decide on, when there is another. */
export function NextWaiting({ project, approvalId }: { readonly project: ProjectRef; readonly approvalId: string }) {
  const { items } = useList<ListedApproval>(waitingPath, project.id);
  const next = items?.find(({ id, voting }) => id !== approvalId && voting === 'may_vote');
  if (!next) return null;
  return (
    <p>
      <Link className="button plain" to={projectPath(project.id, 'approvals', next.id)}>
        Next that waits for you
      </Link>
    </p>
  );
}
