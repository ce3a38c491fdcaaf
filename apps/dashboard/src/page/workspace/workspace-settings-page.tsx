import { useState } from 'react';
import { call } from '../api/call.ts';
import type { Membership } from '../api/people.ts';
import { may, useMe } from '../app/me.ts';
import { go } from '../app/place.ts';
import { workspacePath } from '../app/route.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RenameForm } from '../ui/rename-form.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast-store.ts';

const planWords = {
  free: 'The free plan has a smaller limit of requests per hour and key. Whoever runs this service sets the plan.',
  premium: 'The premium plan has the larger limit of requests per hour and key. Whoever runs this service sets the plan.',
} as const;

export default function WorkspaceSettingsPage({ workspace }: { readonly workspace: Membership }) {
  const { reload } = useMe();
  const [dialog, setDialog] = useState<'new' | 'delete'>();
  const close = (): void => setDialog(undefined);
  return (
    <Page
      title="Workspace settings"
      within={workspace.name}
      about={workspace.name}
      actions={
        <Button icon="plus" onClick={() => setDialog('new')}>
          New workspace
        </Button>
      }
    >
      <Section title="Workspace name">
        <RenameForm
          key={workspace.name}
          name={workspace.name}
          isAllowed={may(workspace.role, 'manage_members')}
          onRename={async (name) => {
            await call(`/v1/workspaces/${workspace.id}`, { method: 'PATCH', body: { name } });
            await reload();
          }}
        />
      </Section>
      <Section title="Plan" about={planWords[workspace.plan]} actions={<span className="badge good">{workspace.plan}</span>}>
        {null}
      </Section>
      {workspace.role === 'owner' && (
        <Section
          title="Delete this workspace"
          about="Every project goes with it. Their encryption keys are destroyed, so nothing can be brought back by anybody."
          actions={
            <Button tone="danger" icon="trash" onClick={() => setDialog('delete')}>
              Delete workspace
            </Button>
          }
        >
          {null}
        </Section>
      )}
      {dialog === 'new' && <NewWorkspaceDialog onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          title={`Delete “${workspace.name}”?`}
          action="Delete for good"
          typed={workspace.name}
          onClose={close}
          onConfirm={async () => {
            await call(`/v1/workspaces/${workspace.id}`, { method: 'DELETE' });
            await reload();
            go('/');
            toast(`“${workspace.name}” is deleted.`);
          }}
        >
          <p>{projectsWords(workspace.projects.length)} destroyed at once, for every member. Nobody can undo that.</p>
        </Confirm>
      )}
    </Page>
  );
}

const projectsWords = (count: number): string => (count === 1 ? 'Its project is' : `Its ${count} projects are`);

function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const { reload } = useMe();
  const [name, setName] = useState('');
  const once = useOnce();
  const make = useAction(async () => {
    const { id } = await call<{ readonly id: string }>('/v1/workspaces', {
      method: 'POST',
      body: { name: name.trim() },
      once: once(name.trim()),
    });
    await reload();
    go(workspacePath(id, 'projects'));
  });
  return (
    <Dialog title="New workspace" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void make.run();
        }}
      >
        <TextField
          label="Name"
          hint="A workspace has members and projects of its own. You become its owner."
          required
          maxLength={128}
          autoFocus
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <Notice fault={make.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={make.isBusy}>
            Create workspace
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
