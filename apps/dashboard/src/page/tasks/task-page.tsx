import { useCallback } from 'react';
import { readTask } from '../api/tasks.ts';
import type { Task } from '../api/tasks.ts';
import { may } from '../app/me.ts';
import { NotFoundPage } from '../app/not-found-page.tsx';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { change, useResource } from '../data/resource.ts';
import { Badge } from '../ui/badge.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Ago } from '../ui/time.tsx';
import { unturned } from '../ui/unturned.ts';
import { DecisionsSection } from './decisions-section.tsx';
import { StepsSection } from './steps-section.tsx';
import { TaskControls } from './task-controls.tsx';
import { isOver, taskWords } from './task-words.ts';
import { TimelineSection } from './timeline-section.tsx';
import { useSoon } from './use-soon.ts';
import { useTimeline } from './use-timeline.ts';

export interface TaskPageProps extends ProjectProps {
  readonly taskId: string;
}

/** One task: its plan and how far it is, as it happens. */
export default function TaskPage(props: TaskPageProps) {
  const { project, taskId } = props;
  const { value: task, fault, reload } = useResource(keyOf(project.id, taskId), () => readTask(project.id, taskId));
  if (!task && (fault?.kind === 'gone' || fault?.kind === 'invalid')) return <NotFoundPage what="task" />;
  if (task) return <Shown {...props} task={task} reload={reload} />;
  return (
    <Page title="Task" within={project.name}>
      <Notice fault={fault} onRetry={() => void reload()} />
      {!fault && <Waiting />}
    </Page>
  );
}

const keyOf = (project: string, id: string): string => `${project} task ${id}`;

function Shown({ project, workspace, task, reload }: TaskPageProps & { readonly task: Task; readonly reload: () => Promise<void> }) {
  const canWrite = may(workspace.role, 'write_content');
  const put = useCallback(
    (next: Task) => {
      change<Task>(keyOf(project.id, next.id), () => next);
      void reload();
    },
    [project.id, reload],
  );
  const timeline = useTimeline(project.id, { id: task.id, isOver: isOver(task), onEvent: useSoon(reload) });
  const { name, tone } = taskWords[task.status];
  return (
    <Page
      title="Task"
      within={project.name}
      about={<Link to={projectPath(project.id, 'tasks')}>All tasks</Link>}
      actions={canWrite && <TaskControls projectId={project.id} task={task} onDone={put} />}
    >
      <p className="task-goal">{unturned(task.goal)}</p>
      <p className="facts-line" role="status">
        <Badge tone={tone}>{name}</Badge>
        <span>
          {task.progress.done} of {task.progress.total} steps done
        </span>
        {task.pausing && <span>Pauses when the steps under way are through</span>}
        {task.held_back && <span>Stands in line behind other tasks of the workspace</span>}
        <span>
          Submitted <Ago at={task.created_at} />
        </span>
        {task.agent_id !== null && <span>By the agent {task.agent_id}</span>}
      </p>
      {task.error && <p className="callout wrong">{task.error.message}</p>}
      <p className="facts-line">
        <Link to={projectPath(project.id, 'audit', task.trace_id)}>Follow it in the audit</Link>
        {task.parent && <Link to={projectPath(project.id, 'tasks', task.parent.task_id)}>The task that started it</Link>}
      </p>
      <StepsSection projectId={project.id} task={task} canWrite={canWrite} onChanged={put} />
      <DecisionsSection projectId={project.id} taskId={task.id} seen={timeline.events.length} />
      <TimelineSection {...timeline} />
    </Page>
  );
}
