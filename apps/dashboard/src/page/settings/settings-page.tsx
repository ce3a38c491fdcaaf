import type { ProjectProps } from '../app/project-props.ts';
import { NotFoundPage } from '../app/not-found-page.tsx';
import { projectPath } from '../app/route.ts';
import { Page } from '../ui/page.tsx';
import { GeneralTab } from './general-tab.tsx';
import { McpTab } from './mcp-tab.tsx';

export default function SettingsPage({ tab, ...props }: ProjectProps & { readonly tab: string }) {
  const { project, workspace } = props;
  if (tab !== 'mcp' && tab !== 'general') return <NotFoundPage what="page" />;
  const tabs = [
    { to: projectPath(project.id, 'settings', 'mcp'), label: 'MCP', isCurrent: tab === 'mcp' },
    { to: projectPath(project.id, 'settings', 'general'), label: 'General', isCurrent: tab === 'general' },
  ];
  return (
    <Page title="Project settings" within={project.name} about={`${project.name} in ${workspace.name}`} tabs={tabs}>
      {tab === 'mcp' ? <McpTab {...props} /> : <GeneralTab {...props} />}
    </Page>
  );
}
