import { useEffect } from 'react';
import { readMe } from '../api/people.ts';
import type { Me } from '../api/people.ts';
import { useResource } from '../data/resource.ts';
import { Shell } from '../shell/shell.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { homePath, rememberProject } from './home.ts';
import { go, usePlace } from './place.ts';
import type { Route } from './route.ts';
import { MeContext } from './me.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { parts } from './parts.ts';
import { ProjectPages } from './project-pages.tsx';
import { WorkspacePages } from './workspace-pages.tsx';

/** The app for somebody who is signed in. */
export function SignedIn() {
  const { value: me, fault, reload } = useResource('me', readMe);
  const { route } = usePlace();
  const projectId = route.page === 'project' ? route.projectId : undefined;
  useEffect(() => {
    if (me && projectId !== undefined) rememberProject(me, projectId);
  }, [me, projectId]);
  useEffect(() => {
    if (me && (route.page === 'home' || route.page === 'sign-in' || route.page === 'sign-up')) go(homePath(me), { replace: true });
  }, [me, route.page]);
  if (!me) return <main className="door">{fault ? <Notice fault={fault} onRetry={() => void reload()} /> : <Waiting rows={1} />}</main>;
  return (
    <MeContext value={{ me, reload }}>
      <Shell>
        <Routed route={route} me={me} />
      </Shell>
    </MeContext>
  );
}

function Routed({ route, me }: { readonly route: Route; readonly me: Me }) {
  if (route.page === 'project') {
    const workspace = me.workspaces.find(({ projects }) => projects.some(({ id }) => id === route.projectId));
    const project = workspace?.projects.find(({ id }) => id === route.projectId);
    if (!workspace || !project) return <NotFoundPage what="project" />;
    return <ProjectPages key={project.id} project={project} workspace={workspace} section={route.section} rest={route.rest} />;
  }
  if (route.page === 'workspace') {
    const workspace = me.workspaces.find(({ id }) => id === route.workspaceId);
    if (!workspace) return <NotFoundPage what="workspace" />;
    return <WorkspacePages key={workspace.id} workspace={workspace} section={route.section} />;
  }
  if (route.page === 'account') return <parts.account />;
  return route.page === 'unknown' ? <NotFoundPage what="page" /> : <Waiting />;
}
