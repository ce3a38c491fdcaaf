import { useState } from 'react';
import { call } from '../api/call.ts';
import type { Membership, ProjectRef } from '../api/people.ts';
import { may, useMe } from '../app/me.ts';
import { go } from '../app/place.ts';
import { projectPath } from '../app/route.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { TextField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

export default function ProjectsPage({ workspace }: { readonly workspace: Membership }) {
  const [isMaking, setMaking] = useState(false);
  const canMake = may(workspace.role, 'create_project');
  return (
    <Page
      title="Projects"
      within={workspace.name}
      about="Each project has memories, documents, keys and connections of its own; nothing crosses between them."
      actions={
        canMake && (
          <Button tone="primary" icon="plus" onClick={() => setMaking(true)}>
            New project
          </Button>
        )
      }
    >
      {workspace.projects.length === 0 ? (
        <Empty icon="file" title="No projects yet">
          <p>{canMake ? 'Make the first one: agents and people who work on one thing share it.' : 'Ask an owner or admin to make one.'}</p>
        </Empty>
      ) : (
        <ul className="list" aria-label="Projects">
          {workspace.projects.map((project) => (
            <li key={project.id} className="entry">
              <p className="title">
                <Link to={projectPath(project.id, 'memories')}>{project.name}</Link>
              </p>
              <p className="facts">
                <code>{project.id}</code>
              </p>
              <div className="actions">
                <Link className="button quiet" to={projectPath(project.id, 'settings', 'mcp')} aria-label={`Settings of ${project.name}`}>
                  Settings
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewProjectDialog workspace={workspace} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function NewProjectDialog({ workspace, onClose }: { readonly workspace: Membership; readonly onClose: () => void }) {
  const { reload } = useMe();
  const [name, setName] = useState('');
  const once = useOnce();
  const make = useAction(async () => {
    const body = { name: name.trim(), workspace_id: workspace.id };
    const { id } = await call<ProjectRef>('/v1/projects', { method: 'POST', body, once: once(JSON.stringify(body)) });
    await reload();
    go(projectPath(id, 'settings', 'mcp'));
  });
  return (
    <Dialog title="New project" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void make.run();
        }}
      >
        <TextField label="Name" required maxLength={128} autoFocus autoComplete="off" value={name} onChange={setName} />
        <Notice fault={make.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={make.isBusy}>
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
