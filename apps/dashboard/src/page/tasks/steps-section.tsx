import { useState } from 'react';
import type { Task, TaskStep } from '../api/tasks.ts';
import { projectPath } from '../app/route.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { PlanGraph, stepAnchor } from './plan-graph.tsx';
import { ResultDialog } from './result-dialog.tsx';
import { kindWords, stepWords, takesResult } from './task-words.ts';

interface StepsProps {
  readonly projectId: string;
  readonly task: Task;
  readonly canWrite: boolean;
  readonly onChanged: (task: Task) => void;
}

/** The plan as a graph, and its steps one after another with what they gave. */
export function StepsSection({ projectId, task, canWrite, onChanged }: StepsProps) {
  const [reported, setReported] = useState<TaskStep>();
  const { plan } = task;
  if (!plan) return null;
  const maker = plan.made_by === 'planner' ? `Made by ${plan.model ?? 'the planner'}.` : 'Given with the task.';
  return (
    <Section title="Plan" about={plan.revision > 1 ? `${maker} Number ${plan.revision} of this task.` : maker}>
      <PlanGraph steps={plan.steps} />
      <ol className="list" aria-label="Steps">
        {plan.steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            projectId={projectId}
            onReport={canWrite && takesResult(step) ? () => setReported(step) : undefined}
          />
        ))}
      </ol>
      {reported && (
        <ResultDialog projectId={projectId} taskId={task.id} step={reported} onDone={onChanged} onClose={() => setReported(undefined)} />
      )}
    </Section>
  );
}

interface StepRowProps {
  readonly step: TaskStep;
  readonly projectId: string;
  readonly onReport: (() => void) | undefined;
}

function StepRow({ step, projectId, onReport }: StepRowProps) {
  const { name, tone } = stepWords[step.status];
  const needs = step.depends_on ?? [];
  return (
    <li className="entry" id={stepAnchor(step.id)} tabIndex={-1}>
      <p className="title">{step.id}</p>
      <p className="facts">
        <span>{kindWords(step.kind)}</span>
        {needs.length > 0 && <span>After {needs.join(', ')}</span>}
        {step.attempts > 1 && <span>{step.attempts} tries</span>}
        {step.approval_id !== null && <Link to={projectPath(projectId, 'approvals', step.approval_id)}>See the approval</Link>}
        {step.task_id !== null && <Link to={projectPath(projectId, 'tasks', step.task_id)}>See its task</Link>}
      </p>
      {step.reason !== undefined && <p className="quiet">{step.reason}</p>}
      {step.error && <p className="error">{step.error.message}</p>}
      <Shown title="What it works on" value={step.input} />
      <Shown title="What it gave" value={step.output} />
      <div className="actions">
        <Badge tone={tone}>{name}</Badge>
        {onReport && <Button onClick={onReport}>Report result of {step.id}</Button>}
      </div>
    </li>
  );
}

function Shown({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === undefined) return null;
  return (
    <details>
      <summary>{title}</summary>
      <pre className="command-line" tabIndex={0} role="region" aria-label={title}>
        {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
