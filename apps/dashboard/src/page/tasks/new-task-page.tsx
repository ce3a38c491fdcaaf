import { useMemo, useState } from 'react';
import { agentsPath } from '../api/agents.ts';
import type { Agent } from '../api/agents.ts';
import type { Issue } from '../api/fault.ts';
import { createTask, readPlanSchema } from '../api/tasks.ts';
import { may } from '../app/me.ts';
import { go } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { forgetDrafts, useDraft } from '../data/draft.ts';
import { useList } from '../data/list.ts';
import { useResource } from '../data/resource.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { issuesIn } from '../editor/issues-in.ts';
import { SourceEditor } from '../editor/source-editor.tsx';
import { faultsIn, useChecked } from '../editor/use-checked.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

/** Submits a goal, with a plan or to be planned. */
export default function NewTaskPage({ project, workspace }: ProjectProps) {
  return (
    <Page title="New task" within={project.name} about={<Link to={projectPath(project.id, 'tasks')}>All tasks</Link>}>
      {may(workspace.role, 'write_content') ? (
        <TaskForm projectId={project.id} />
      ) : (
        <Empty icon="tasks" title="Your role does not submit tasks">
          <p>Owners, admins, approvers and members do. Ask an owner or admin of the workspace.</p>
        </Empty>
      )}
    </Page>
  );
}

const example = JSON.stringify({ steps: [{ id: 'remember', kind: 'memory.save', input: { content: 'We deploy on Tuesdays.' } }] }, null, 2);

type Planner = 'plan' | 'model';

function TaskForm({ projectId }: { readonly projectId: string }) {
  const draft = `${projectId} new task`;
  const [goal, setGoal] = useDraft(`${draft} goal`, '');
  const [text, setText] = useDraft(`${draft} plan`, example);
  const [planner, setPlanner] = useState<Planner>('plan');
  const [agentId, setAgentId] = useState('');
  const [begins, setBegins] = useState<'now' | 'later'>('now');
  const [sent, setSent] = useState<string>();
  const schema = useResource('plan schema', readPlanSchema).value;
  const agents = useList<Agent>(agentsPath, projectId).items ?? [];
  const checked = useChecked(text, schema);
  const once = useOnce();
  const submit = useAction(async () => {
    const task = {
      goal,
      run: begins === 'now',
      ...(planner === 'plan' && { plan: JSON.parse(text) as unknown }),
      ...(agentId !== '' && { agent_id: agentId }),
    };
    const { id } = await createTask(projectId, task, once(JSON.stringify(task)));
    forgetDrafts(`${draft} `);
    go(projectPath(projectId, 'tasks', id));
  });
  const issues = (planner === 'plan' && sent === text ? submit.fault?.issues : undefined) ?? none;
  const told = useMemo(() => issuesIn(text, issues, 'plan'), [text, issues]);
  const isFaulty = planner === 'plan' && checked.faults.length > 0;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (planner === 'plan' && faultsIn(text, schema).length > 0) return;
        setSent(text);
        void submit.run();
      }}
    >
      <TextArea label="Goal" hint="What is to be done, in words." required maxLength={4_000} value={goal} onChange={setGoal} />
      <SelectField
        label="Agent"
        value={agentId}
        choices={[{ value: '', label: 'None' }, ...agents.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={setAgentId}
      />
      <SelectField
        label="Who plans it"
        value={planner}
        choices={[
          { value: 'plan', label: 'I give the plan' },
          { value: 'model', label: 'The model of this service' },
        ]}
        onChange={setPlanner}
      />
      {planner === 'plan' && <SourceEditor label="Plan" value={text} onChange={setText} checked={checked} schema={schema} told={told} />}
      <SelectField
        label="When it begins"
        value={begins}
        choices={[
          { value: 'now', label: 'As soon as it has a plan' },
          { value: 'later', label: 'When I say so' },
        ]}
        onChange={setBegins}
      />
      <Notice fault={told.length > 0 ? undefined : submit.fault} />
      <div className="row">
        <Button tone="primary" type="submit" isBusy={submit.isBusy} disabled={isFaulty || goal.trim() === ''}>
          Submit task
        </Button>
      </div>
    </form>
  );
}

const none: readonly Issue[] = [];
