import { useState } from 'react';
import { reportResult } from '../api/tasks.ts';
import type { StepResult, Task, TaskStep } from '../api/tasks.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';

interface ResultDialogProps {
  readonly projectId: string;
  readonly taskId: string;
  readonly step: TaskStep;
  readonly onDone: (task: Task) => void;
  readonly onClose: () => void;
}

/** Says what became of something that was done elsewhere. What is waited for has happened, else there is nothing to say yet. */
export function ResultDialog({ projectId, taskId, step, onDone, onClose }: ResultDialogProps) {
  const [status, setStatus] = useState<StepResult['status']>('succeeded');
  const [text, setText] = useState('');
  const once = useOnce();
  const report = useAction(async () => {
    const result = resultOf(status, text.trim());
    onDone(await reportResult(projectId, { id: taskId, step: step.id, result, once: once(JSON.stringify([step.id, result])) }));
    toast(`The result of ${step.id} is kept.`);
    onClose();
  });
  return (
    <Dialog title={`What became of ${step.id}?`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void report.run();
        }}
      >
        {step.kind !== 'wait' && (
          <SelectField
            label="Outcome"
            value={status}
            choices={[
              { value: 'succeeded', label: 'It was done' },
              { value: 'failed', label: 'It failed' },
              ...(step.status === 'unknown' ? [{ value: 'retry' as const, label: 'Do it again' }] : []),
            ]}
            onChange={setStatus}
          />
        )}
        {status !== 'retry' && (
          <TextArea
            label={status === 'failed' ? 'Why' : 'What it gave'}
            hint={status === 'failed' ? undefined : 'Text, or JSON that later steps refer to.'}
            maxLength={status === 'failed' ? 2_000 : 100_000}
            value={text}
            onChange={setText}
          />
        )}
        <Notice fault={report.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={report.isBusy}>
            Report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function resultOf(status: StepResult['status'], text: string): StepResult {
  if (status === 'retry' || text === '') return { status };
  return status === 'failed' ? { status, error: text } : { status, output: jsonOrText(text) };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
