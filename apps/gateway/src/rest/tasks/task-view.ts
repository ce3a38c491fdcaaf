import type { Task, TaskDecision, TaskPlan, TaskStep } from '@cairn/orchestration';

/** A task as REST shows it. */
export const toRestTask = (task: Task, plan?: TaskPlan) => ({
  id: task.id,
  goal: task.goal,
  agent_id: task.agentId,
  agent_version: task.agentVersion,
  status: task.status,
  pausing: task.isPausing,
  held_back: task.isHeldBack,
  progress: task.progress,
  error: task.error,
  revision: task.revision,
  parent: task.parent === null ? null : { task_id: task.parent.taskId, step_id: task.parent.stepId },
  schedule_id: task.scheduleId,
  trace_id: task.traceId,
  created_at: task.createdAt,
  updated_at: task.updatedAt,
  finished_at: task.finishedAt,
  ...(plan === undefined ? {} : { plan: toRestPlan(plan) }),
});

export const toRestPlan = (plan: TaskPlan) => ({
  revision: plan.revision,
  made_by: plan.madeBy,
  model: plan.model,
  hash: plan.hash,
  input_hash: plan.inputHash,
  parallelism: plan.parallelism,
  steps: plan.steps.map(toRestStep),
  created_at: plan.createdAt,
});

const toRestStep = (step: TaskStep) => ({
  ...step.plan,
  status: step.status,
  attempts: step.attempts,
  ...(step.output === undefined ? {} : { output: step.output }),
  ...(step.error === null ? {} : { error: step.error }),
  decision_id: step.decisionId,
  approval_id: step.approvalId,
  permit: step.permit,
  task_id: step.childTaskId,
  started_at: step.startedAt,
  finished_at: step.finishedAt,
});

export const toRestDecision = (decision: TaskDecision) => ({
  id: decision.id,
  at: decision.at,
  revision: decision.revision,
  step_id: decision.stepId,
  subject: decision.subject,
  outcome: decision.outcome,
  decision_id: decision.decisionId,
  detail: decision.detail,
});
