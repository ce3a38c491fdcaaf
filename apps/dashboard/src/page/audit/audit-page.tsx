import { useCallback, useMemo } from 'react';
import { auditPath } from '../api/audit.ts';
import type { AuditEntry, AuditFilter } from '../api/audit.ts';
import { may } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { useList } from '../data/list.ts';
import { usePeople } from '../governance/people.ts';
import { Empty, Waiting } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters, filterIn, noFilter, queryOf } from './audit-filters.tsx';
import { EntryRow } from './entry-row.tsx';
import { UnreadPage } from './unread-page.tsx';
import { VerifySection } from './verify-section.tsx';

/** Everything that was done in the project, newest first, with the proof that nobody changed it. */
export default function AuditPage({ project, workspace }: ProjectProps) {
  const { query } = usePlace();
  const filter = useMemo(() => filterIn(query), [query]);
  const mayRead = may(workspace.role, 'read_audit');
  const list = useList<AuditEntry>(mayRead ? auditPath(filter) : undefined, project.id);
  const people = usePeople(workspace);
  const show = useCallback(
    (next: AuditFilter) => go(`${projectPath(project.id, 'audit')}${queryOf(next)}`, { replace: true }),
    [project.id],
  );
  if (!mayRead) return <UnreadPage title="Audit" project={project} />;
  return (
    <Page
      title="Audit"
      within={project.name}
      about="Who did what, and what came of it. Nothing of it can be changed or taken away unseen, and it never holds what memories say."
      actions={<AuditExport project={project} />}
    >
      <VerifySection
        project={project}
        onShow={(seq) => go(`${projectPath(project.id, 'audit')}${queryOf({ ...noFilter, since: String(seq) })}`)}
      />
      <AuditFilters filter={filter} people={people} onChange={show} />
      <Notice fault={list.fault} onRetry={() => void list.reload()} />
      {!list.items && !list.fault && <Waiting />}
      {list.items?.length === 0 && !list.hasMore && <Nothing isFiltered={queryOf(filter) !== ''} />}
      {list.items !== undefined && list.items.length > 0 && (
        <ul className="list" aria-label="Entries">
          {list.items.map((entry) => (
            <EntryRow key={entry.seq} entry={entry} people={people} projectId={project.id} />
          ))}
        </ul>
      )}
      {list.items !== undefined && list.hasMore && list.items.length < 50 && (
        <p className="quiet" role="status">
          Little of this kind so far. Show more looks further.
        </p>
      )}
      <LoadMore list={list} />
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="No entry matches">
        <p>Try another filter, or clear it.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="audit" title="Nothing has happened yet">
      <p>Keys that are made, memories that are saved, decisions, votes and what was refused: each is written here as it happens.</p>
    </Empty>
  );
}
