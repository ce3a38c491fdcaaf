import type { ProjectRef } from '../api/people.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';

/** Instead of a page of the audit, for whom it is not. */
export function UnreadPage({ title, project }: { readonly title: string; readonly project: ProjectRef }) {
  return (
    <Page title={title} within={project.name}>
      <Empty icon="audit" title="Your role does not read the audit">
        <p>Owners, admins, approvers and members do. Ask an owner or admin of the workspace.</p>
      </Empty>
    </Page>
  );
}
