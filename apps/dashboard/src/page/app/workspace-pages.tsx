import type { Membership } from '../api/people.ts';
import { parts } from './parts.ts';
import type { WorkspaceSection } from './route.ts';

/** The parts that are pages of a workspace. */
export const workspaceParts = { members: parts.members, projects: parts.projects, settings: parts.workspaceSettings } as const;

export function WorkspacePages({ workspace, section }: { readonly workspace: Membership; readonly section: WorkspaceSection }) {
  const Wanted = workspaceParts[section];
  return <Wanted workspace={workspace} />;
}
