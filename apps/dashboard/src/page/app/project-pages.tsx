import { lazy } from 'react';
import { NotFoundPage } from './not-found-page.tsx';
import type { ProjectProps } from './project-props.ts';
import type { ProjectSection } from './route.ts';

const SettingsPage = lazy(() => import('../settings/settings-page.tsx'));
const KnowledgePage = lazy(() => import('../knowledge/knowledge-page.tsx'));
const ReaderPage = lazy(() => import('../knowledge/reader-page.tsx'));
const ApprovalsPage = lazy(() => import('../approvals/approvals-page.tsx'));
const ApprovalPage = lazy(() => import('../approvals/approval-page.tsx'));
const PoliciesPage = lazy(() => import('../policies/policies-page.tsx'));
const RevisionPage = lazy(() => import('../policies/revision-page.tsx'));
const EditorPage = lazy(() => import('../policies/editor-page.tsx'));
const AuditPage = lazy(() => import('../audit/audit-page.tsx'));
const TracePage = lazy(() => import('../audit/trace-page.tsx'));
const AgentsPage = lazy(() => import('../agents/agents-page.tsx'));
const TasksPage = lazy(() => import('../tasks/tasks-page.tsx'));
const TaskPage = lazy(() => import('../tasks/task-page.tsx'));
const NewTaskPage = lazy(() => import('../tasks/new-task-page.tsx'));
const UsagePage = lazy(() => import('../usage/usage-page.tsx'));
const MemoriesPage = lazy(() => import('../memories/memories-page.tsx'));

interface ProjectPagesProps extends ProjectProps {
  readonly section: ProjectSection;
  readonly rest: readonly string[];
}

export default function ProjectPages({ section, rest, ...props }: ProjectPagesProps) {
  const [first, second] = rest;
  if (second !== undefined) return <NotFoundPage what="page" />;
  if (section === 'settings') return <SettingsPage {...props} tab={first ?? 'mcp'} />;
  if (section === 'knowledge' && first !== undefined) return <ReaderPage key={first} {...props} documentId={first} />;
  if (section === 'approvals' && first !== undefined) return <ApprovalPage key={first} {...props} approvalId={first} />;
  if (section === 'policies' && first === 'new') return <EditorPage {...props} />;
  if (section === 'policies' && first !== undefined) return <RevisionPage key={first} {...props} revisionNumber={first} />;
  if (section === 'audit' && first !== undefined) return <TracePage key={first} {...props} traceId={first} />;
  if (section === 'tasks' && first === 'new') return <NewTaskPage {...props} />;
  if (section === 'tasks' && first !== undefined) return <TaskPage key={first} {...props} taskId={first} />;
  if (first !== undefined) return <NotFoundPage what="page" />;
  const Wanted = pages[section];
  return <Wanted {...props} />;
}

const pages = {
  memories: MemoriesPage,
  knowledge: KnowledgePage,
  agents: AgentsPage,
  tasks: TasksPage,
  approvals: ApprovalsPage,
  policies: PoliciesPage,
  audit: AuditPage,
  usage: UsagePage,
} as const;
