export { agentFaults } from './agents/agent-faults.ts';
export { calledBy } from './agents/task-agent.ts';
export type { TaskAgent } from './agents/task-agent.ts';
export { goalText, nestingFaults } from './plan/nesting.ts';
export { planBounds } from './plan/plan-bounds.ts';
export { planSchema } from './plan/plan.ts';
export type { Plan, PlanStep } from './plan/plan-shape.ts';
export { stepKinds } from './plan/step-kinds.ts';
export type { StepKind } from './plan/step-kinds.ts';
export { backoffMs } from './run/backoff.ts';
export { createTaskEngine } from './run/engine.ts';
export type { TaskEngine } from './run/engine.ts';
export type { TaskEngineDeps } from './run/engine-deps.ts';
export { previewPlan } from './run/preview.ts';
export { nextStepStatus, stepStatuses } from './state/step-status.ts';
export type { StepEvent, StepStatus } from './state/step-status.ts';
export { isFinal, nextTaskStatus, taskStatuses } from './state/task-status.ts';
export type { TaskEvent, TaskStatus } from './state/task-status.ts';
export type { NewTask, StepReport, Task, TaskDecision, TaskError, TaskEventRecord, TaskPlan, TaskStep } from './tasks/task.ts';
export type {
  CheckpointBasis,
  PlanPreview,
  TaskFilter,
  TaskParts,
  TaskRepository,
  TaskStores,
  TaskWrite,
} from './tasks/task-repository.ts';
export { ClaimLost } from './tasks/task-runs.ts';
export type {
  ChildRefusal,
  ChildStanding,
  ChildTask,
  ClaimedTask,
  Control,
  FailureRoot,
  RunStep,
  StepChange,
  TaskClaim,
  TaskRuns,
  TaskWork,
} from './tasks/task-runs.ts';
export { nextRun, recurrenceFault } from './schedules/cron.ts';
export { runSchedule } from './schedules/run-schedule.ts';
export type { ScheduleRunDeps } from './schedules/run-schedule.ts';
export { scheduleAction } from './schedules/schedule-action.ts';
export { scheduleStatuses } from './schedules/schedule.ts';
export type {
  DueSchedule,
  NewSchedule,
  Schedule,
  ScheduleRepository,
  ScheduleRuns,
  ScheduleStart,
  ScheduleStatus,
  ScheduleWrite,
} from './schedules/schedule.ts';
