import { useState } from 'react';
import { call } from '../api/call.ts';
import { may, useMe } from '../app/me.ts';
import { go } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { RenameForm } from '../ui/rename-form.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast-store.ts';

/** The project's name, its id for programs, and its end. */
export function GeneralTab({ project, workspace }: ProjectProps) {
  const { reload } = useMe();
  const [isDeleting, setDeleting] = useState(false);
  const canManage = may(workspace.role, 'manage_project');
  return (
    <>
      <Section title="Project name">
        <RenameForm
          name={project.name}
          isAllowed={canManage}
          onRename={async (name) => {
            await call(`/v1/projects/${project.id}`, { method: 'PATCH', body: { name }, project: project.id });
            await reload();
          }}
        />
      </Section>
      <Section title="Project ID" about="For programs that call the REST API with a session: the header X-Service-Project-ID.">
        <CopyLine value={project.id} label="Project ID" />
      </Section>
      {canManage && (
        <Section
          title="Delete this project"
          about="Memories, documents, keys and connections go with it. Its encryption key is destroyed, so nothing can be brought back by anybody."
          actions={
            <Button tone="danger" icon="trash" onClick={() => setDeleting(true)}>
              Delete project
            </Button>
          }
        >
          {isDeleting && (
            <Confirm
              title={`Delete “${project.name}”?`}
              action="Delete for good"
              typed={project.name}
              onClose={() => setDeleting(false)}
              onConfirm={async () => {
                await call(`/v1/projects/${project.id}`, { method: 'DELETE', project: project.id });
                await reload();
                go('/');
                toast(`“${project.name}” is deleted.`);
              }}
            >
              <p>Everything in it is destroyed at once, and its keys and apps are refused. Nobody can undo that.</p>
            </Confirm>
          )}
        </Section>
      )}
    </>
  );
}
