import { lazy } from 'react';
import type { Membership } from '../api/people.ts';
import type { WorkspaceSection } from './route.ts';

const MembersPage = lazy(() => import('../workspace/members-page.tsx'));
const ProjectsPage = lazy(() => import('../workspace/projects-page.tsx'));
const WorkspaceSettingsPage = lazy(() => import('../workspace/workspace-settings-page.tsx'));

const pages = { members: MembersPage, projects: ProjectsPage, settings: WorkspaceSettingsPage } as const;

export default function WorkspacePages({ workspace, section }: { readonly workspace: Membership; readonly section: WorkspaceSection }) {
  const Wanted = pages[section];
  return <Wanted workspace={workspace} />;
}
