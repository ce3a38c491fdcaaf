import type { ListedTask, StepStatus, TaskStatus, TaskStep, TaskVerb } from '../api/tasks.ts';
import type { BadgeTone } from '../ui/tone.ts';

interface Words {
  readonly name: string;
  readonly tone: BadgeTone;
}

export const taskWords: Readonly<Record<TaskStatus, Words>> = {
  submitted: { name: 'Submitted', tone: 'plain' },
  planning: { name: 'Being planned', tone: 'busy' },
  planned: { name: 'Planned', tone: 'plain' },
  queued: { name: 'In line', tone: 'busy' },
  scheduled: { name: 'Scheduled', tone: 'plain' },
  running: { name: 'Running', tone: 'busy' },
  waiting_approval: { name: 'Waits for approval', tone: 'wary' },
  waiting_input: { name: 'Waits for you', tone: 'wary' },
  waiting_auth: { name: 'Waits for access', tone: 'wary' },
  waiting_event: { name: 'Waits for a result', tone: 'wary' },
  waiting_child: { name: 'Waits for its own tasks', tone: 'busy' },
  retry_backoff: { name: 'Tries again soon', tone: 'busy' },
  paused: { name: 'Paused', tone: 'plain' },
  cancelling: { name: 'Being cancelled', tone: 'busy' },
  completed: { name: 'Completed', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  cancelled: { name: 'Cancelled', tone: 'plain' },
  rejected: { name: 'Rejected', tone: 'bad' },
  expired: { name: 'Expired', tone: 'bad' },
  timed_out: { name: 'Timed out', tone: 'bad' },
};

export const stepWords: Readonly<Record<StepStatus, Words>> = {
  pending: { name: 'To do', tone: 'plain' },
  evaluating: { name: 'Being decided', tone: 'busy' },
  awaiting_approval: { name: 'Waits for approval', tone: 'wary' },
  permitted: { name: 'May begin', tone: 'wary' },
  executing: { name: 'Under way', tone: 'busy' },
  succeeded: { name: 'Done', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  unknown: { name: 'Outcome unknown', tone: 'wary' },
  denied: { name: 'Denied', tone: 'bad' },
  skipped: { name: 'Left out', tone: 'plain' },
  compensated: { name: 'Undone', tone: 'plain' },
};

const kinds: Readonly<Record<string, string>> = {
  'memory.save': 'Save a memory',
  'memory.update': 'Change a memory',
  'memory.delete': 'Delete a memory',
  'memory.search': 'Search memories',
  'knowledge.search': 'Search knowledge',
  'model.generate': 'Ask the model',
  action: 'Act elsewhere',
  checkpoint: 'Wait for a person',
  task: 'Start a task',
  wait: 'Wait',
};

export const kindWords = (kind: string): string => kinds[kind] ?? kind;

/** An event of the timeline as a sentence would name it, such as `step.succeeded`. */
export function eventWords(type: string): string {
  const [subject = '', word = ''] = type.split('.', 2);
  const known = subject === 'task' ? taskWords[word as TaskStatus] : subject === 'step' ? stepWords[word as StepStatus] : undefined;
  const plain = type.replaceAll(/[._]/g, ' ');
  return known?.name ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

const ended = new Set<TaskStatus>(['completed', 'failed', 'cancelled', 'rejected', 'expired', 'timed_out']);
export const isOver = ({ status }: Pick<ListedTask, 'status'>): boolean => ended.has(status);

const goesOn = new Set<TaskStatus>([
  ...(['queued', 'running', 'waiting_approval', 'waiting_input', 'waiting_auth'] as const),
  ...(['waiting_event', 'waiting_child', 'retry_backoff'] as const),
]);

/** What may be done to a task where it stands, the likeliest first. */
export function verbsFor(task: Pick<ListedTask, 'status' | 'pausing'>): readonly TaskVerb[] {
  const { status } = task;
  if (status === 'completed' || status === 'cancelled' || status === 'cancelling') return [];
  if (isOver(task)) return ['retry'];
  const first = status === 'planned' ? 'run' : status === 'paused' ? 'resume' : goesOn.has(status) && !task.pausing ? 'pause' : undefined;
  return first === undefined ? ['cancel'] : [first, 'cancel'];
}

/** Whether somebody may say what became of a step. */
export function takesResult({ kind, status, input }: Pick<TaskStep, 'kind' | 'status' | 'input'>): boolean {
  if (status === 'unknown') return true;
  if (kind === 'action') return status === 'permitted' || status === 'executing';
  return kind === 'wait' && input !== undefined && Object.hasOwn(input, 'event') && status === 'executing';
}
