import { useState } from 'react';
import { controlTask } from '../api/tasks.ts';
import type { Task, TaskVerb } from '../api/tasks.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toast-store.ts';
import { verbsFor } from './task-words.ts';

const labels: Readonly<Record<TaskVerb, string>> = {
  run: 'Run',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel task',
  retry: 'Retry',
};

interface ControlsProps {
  readonly projectId: string;
  readonly task: Task;
  readonly onDone: (task: Task) => void;
}

/** What may be done to the task where it stands. */
export function TaskControls({ projectId, task, onDone }: ControlsProps) {
  const [isEnding, setEnding] = useState(false);
  const control = useAction(async (verb: TaskVerb) => onDone(await controlTask(projectId, task.id, verb)));
  return (
    <>
      {control.fault && (
        <p role="alert" className="error">
          {control.fault.message}
        </p>
      )}
      {verbsFor(task).map((verb) => (
        <Button
          // One takes the other's place, and keeps the keyboard.
          key={verb === 'cancel' ? verb : 'first'}
          tone={verb === 'cancel' ? 'danger' : verb === 'pause' ? 'plain' : 'primary'}
          isBusy={control.isBusy}
          onClick={() => (verb === 'cancel' ? setEnding(true) : void control.run(verb))}
        >
          {labels[verb]}
        </Button>
      ))}
      {isEnding && (
        <Confirm
          title="Cancel this task?"
          action="Cancel for good"
          keep="Keep it"
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            onDone(await controlTask(projectId, task.id, 'cancel'));
            toast('The task is being cancelled.');
          }}
        >
          <p>What is under way is told to stop, and what was done is undone where its step says how. It cannot be taken up again.</p>
        </Confirm>
      )}
    </>
  );
}
