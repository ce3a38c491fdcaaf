import { useState } from 'react';
import { agentsPath, deleteAgent } from '../api/agents.ts';
import type { Agent } from '../api/agents.ts';
import { may } from '../app/me.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { useList } from '../data/list.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { unturned } from '../ui/unturned.ts';
import { AgentDialog } from './agent-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'versions' | 'delete'; readonly agent: Agent } | undefined;

/** Who works in the project: what each agent is told and may use. */
export default function AgentsPage({ project, workspace }: ProjectProps) {
  const canManage = may(workspace.role, 'manage_agents');
  const list = useList<Agent>(agentsPath, project.id);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const put = (agent: Agent): void =>
    list.change((items) =>
      items.some(({ id }) => id === agent.id) ? items.map((item) => (item.id === agent.id ? agent : item)) : [agent, ...items],
    );
  return (
    <Page
      title="Agents"
      within={project.name}
      about="What each agent is told before a task, and which tools it may use there."
      actions={
        canManage && (
          <Button tone="primary" icon="plus" onClick={() => setOpen({ kind: 'new' })}>
            Define agent
          </Button>
        )
      }
    >
      <Notice fault={list.fault} onRetry={() => void list.reload()} />
      {!list.items && !list.fault && <Waiting />}
      {list.items?.length === 0 && (
        <Empty icon="agents" title="No agents yet">
          <p>Define one to give its tasks the same instructions, model and tools each time. Every change is kept as a version.</p>
        </Empty>
      )}
      {list.items !== undefined && list.items.length > 0 && (
        <ul className="list" aria-label="Agents">
          {list.items.map((agent) => (
            <AgentRow key={agent.id} agent={agent} canManage={canManage} onOpen={(kind) => setOpen({ kind, agent })} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <AgentDialog projectId={project.id} agent={open.kind === 'edit' ? open.agent : undefined} onDone={put} onClose={close} />
      )}
      {open?.kind === 'versions' && <VersionsDialog projectId={project.id} agent={open.agent} onClose={close} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={`Delete “${unturned(open.agent.name)}”?`}
          action="Delete agent"
          onClose={close}
          onConfirm={async () => {
            await deleteAgent(project.id, open.agent.id);
            list.change((items) => items.filter(({ id }) => id !== open.agent.id));
            toast(`“${unturned(open.agent.name)}” is deleted.`);
          }}
        >
          <p>No new task can be given to it. What it did and remembered stays.</p>
        </Confirm>
      )}
    </Page>
  );
}

interface AgentRowProps {
  readonly agent: Agent;
  readonly canManage: boolean;
  readonly onOpen: (kind: 'edit' | 'versions' | 'delete') => void;
}

function AgentRow({ agent, canManage, onOpen }: AgentRowProps) {
  return (
    <li className="entry">
      <p className="title">{unturned(agent.name)}</p>
      {agent.description !== null && <p>{unturned(agent.description)}</p>}
      <p className="facts">
        <span>{agent.tools === null ? 'Any tool' : agent.tools.join(', ') || 'No tools'}</span>
        <span>{agent.model ?? 'The service’s model'}</span>
        <span>
          Version {agent.version}, <Ago at={agent.updated_at} />
        </span>
      </p>
      <div className="actions">
        <Button tone="quiet" aria-label={`Versions of ${unturned(agent.name)}`} onClick={() => onOpen('versions')}>
          Versions
        </Button>
        {canManage && (
          <>
            <Button tone="quiet" aria-label={`Edit ${unturned(agent.name)}`} onClick={() => onOpen('edit')}>
              Edit
            </Button>
            <Button tone="quiet" aria-label={`Delete ${unturned(agent.name)}`} onClick={() => onOpen('delete')}>
              Delete
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
