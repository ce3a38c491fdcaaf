import { useEffect, useRef, useState } from 'react';
import { approvalsPath, approvalStatuses, waitingPath } from '../api/approvals.ts';
import type { ApprovalStatus, ListedApproval } from '../api/approvals.ts';
import { may } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { AskingSection } from '../asking/asking-section.tsx';
import { refreshList, useList } from '../data/list.ts';
import { keyPlaceholder } from '../settings/key-placeholder.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { Select } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ApprovalRow } from './approval-row.tsx';
import { statusWords } from './approval-words.ts';

type Filter = ApprovalStatus | 'all';

const choices = [
  ...approvalStatuses.map((value) => ({ value, label: statusWords[value].name })),
  { value: 'all', label: 'Every status' },
] as const;

/** The inbox: what waits for people, as it comes and goes, and what became of what waited before. */
export default function ApprovalsPage({ project, workspace }: ProjectProps) {
  const { query } = usePlace();
  const filter = filterIn(query);
  const path = approvalsPath(filter === 'all' ? undefined : filter);
  const list = useList<ListedApproval>(path, project.id);
  useFollowing(project.id, path);
  const choose = (next: Filter): void =>
    go(`${projectPath(project.id, 'approvals')}${next === 'pending' ? '' : `?status=${next}`}`, { replace: true });
  return (
    <Page
      title="Approvals"
      within={project.name}
      about="What agents want to do and may not without a person. Nothing is done until somebody else than who asked says yes."
    >
      <div className="toolbar">
        <Select aria-label="Status" value={filter} choices={choices} onChange={choose} />
        <p className="quiet" role="status">
          {list.items && filter === 'pending' && countWords(list.items.length, list.hasMore)}
        </p>
      </div>
      <Notice fault={list.fault} onRetry={() => void list.reload()} />
      {!list.items && !list.fault && <Waiting />}
      {list.items?.length === 0 && <Nothing filter={filter} project={project} workspace={workspace} />}
      {list.items?.length === 0 && isOfAll(filter) && may(workspace.role, 'write_content') && <Asking projectId={project.id} />}
      {list.items !== undefined && list.items.length > 0 && (
        <ul className="list" aria-label="Approvals">
          {list.items.map((approval) => (
            <ApprovalRow key={approval.id} approval={approval} projectId={project.id} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Page>
  );
}

const filterIn = (query: URLSearchParams): Filter => {
  const given = query.get('status');
  return choices.find(({ value }) => value === given)?.value ?? 'pending';
};

const countWords = (count: number, hasMore: boolean): string => {
  if (count === 0) return '';
  return count === 1 ? '1 action waits' : `${count}${hasMore ? ' or more' : ''} actions wait`;
};

/** Reads the shown list anew whenever what waits has changed; the navigation keeps that one true. */
function useFollowing(project: string, path: string): void {
  const { items } = useList<ListedApproval>(path === waitingPath ? undefined : waitingPath, project);
  const signature = items?.map(({ id, approved_by: given }) => `${id} ${given}`).join();
  const last = useRef(signature);
  useEffect(() => {
    if (last.current !== undefined && last.current !== signature) void refreshList(path, project);
    last.current = signature;
  }, [signature, path, project]);
}

/** Whether nothing may mean that no agent has asked yet. */
const isOfAll = (filter: Filter): filter is 'pending' | 'all' => filter === 'pending' || filter === 'all';

/** How an agent comes to ask, in full view until one has. */
function Asking({ projectId }: { readonly projectId: string }) {
  const { items } = useList<ListedApproval>(approvalsPath(undefined), projectId);
  const [isOpen, setOpen] = useState(false);
  if (!items) return null;
  if (items.length > 0 && !isOpen) {
    return (
      <p>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          How an agent asks
        </Button>
      </p>
    );
  }
  return (
    <AskingSection
      keyHint={
        <p className="hint">
          Put a key where {keyPlaceholder} stands. <Link to={projectPath(projectId, 'settings', 'mcp')}>Make one in the settings</Link>
        </p>
      }
    />
  );
}

function Nothing({ filter, project, workspace }: ProjectProps & { readonly filter: Filter }) {
  if (!isOfAll(filter)) {
    return (
      <Empty icon="search" title={`Nothing is ${statusWords[filter].name.toLowerCase()}`}>
        <p>Choose another status to see what agents have asked for.</p>
      </Empty>
    );
  }
  if (!may(workspace.role, 'vote_on_approvals')) {
    return (
      <Empty icon="approvals" title="Nothing of yours waits">
        <p>
          What you or your agents ask for appears here until somebody decides. Owners, admins and approvers see what everybody asks for.
        </p>
      </Empty>
    );
  }
  return (
    <Empty icon="approvals" title="Nothing waits for you">
      <p>
        When an agent wants to do something that the policy asks people about, such as publishing a package, it waits here until somebody
        decides. The agent sees the answer the next time it asks.
      </p>
      <Link className="button primary" to={projectPath(project.id, 'policies')}>
        See what asks people
      </Link>
    </Empty>
  );
}
