import { taskStatuses, tasksPath } from '../api/tasks.ts';
import type { ListedTask, TaskStatus } from '../api/tasks.ts';
import { may } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { refreshList, useList } from '../data/list.ts';
import { useLive } from '../data/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { Select } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Ago } from '../ui/time.tsx';
import { unturned } from '../ui/unturned.ts';
import { taskWords } from './task-words.ts';

const choices = [{ value: '', label: 'Every status' }, ...taskStatuses.map((value) => ({ value, label: taskWords[value].name }))] as const;

/** What agents and people had done, the newest first. */
export default function TasksPage({ project, workspace }: ProjectProps) {
  const { query } = usePlace();
  const status = taskStatuses.find((known) => known === query.get('status'));
  const path = tasksPath(status);
  const list = useList<ListedTask>(path, project.id);
  useLive(() => refreshList(path, project.id), { paceMs: 8_000, quietMs: 120_000 });
  const choose = (next: TaskStatus | ''): void =>
    go(`${projectPath(project.id, 'tasks')}${next === '' ? '' : `?status=${next}`}`, { replace: true });
  return (
    <Page
      title="Tasks"
      within={project.name}
      about="Goals that are carried out step by step, under the policy, and go on where they were when something breaks."
      actions={
        may(workspace.role, 'write_content') && (
          <Link className="button primary" to={projectPath(project.id, 'tasks', 'new')}>
            New task
          </Link>
        )
      }
    >
      <div className="toolbar">
        <Select aria-label="Status" value={status ?? ''} choices={choices} onChange={choose} />
      </div>
      <Notice fault={list.fault} onRetry={() => void list.reload()} />
      {!list.items && !list.fault && <Waiting />}
      {list.items?.length === 0 && (
        <Empty icon="tasks" title={status === undefined ? 'No tasks yet' : 'No task stands so'}>
          <p>Submit a goal with a plan, or let an agent do so. Its steps and what they gave appear here as they happen.</p>
        </Empty>
      )}
      {list.items !== undefined && list.items.length > 0 && (
        <ul className="list" aria-label="Tasks">
          {list.items.map((task) => (
            <TaskRow key={task.id} task={task} projectId={project.id} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Page>
  );
}

function TaskRow({ task, projectId }: { readonly task: ListedTask; readonly projectId: string }) {
  const { name, tone } = taskWords[task.status];
  return (
    <li className="entry">
      <p className="title">
        <Link className="cut" to={projectPath(projectId, 'tasks', task.id)}>
          {unturned(task.goal)}
        </Link>
      </p>
      <p className="facts">
        <span>
          {task.progress.done} of {task.progress.total} steps
        </span>
        <Ago at={task.created_at} />
        {task.agent_id !== null && <span>By the agent {task.agent_id}</span>}
        {task.error && <span className="error">{task.error.message}</span>}
      </p>
      <div className="actions">
        <Badge tone={tone}>{name}</Badge>
      </div>
    </li>
  );
}
