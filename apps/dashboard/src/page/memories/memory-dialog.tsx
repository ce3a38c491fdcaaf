import { useState } from 'react';
import { createMemory, updateMemory } from '../api/memories.ts';
import type { Memory, MemoryScope } from '../api/memories.ts';
import type { ProjectRef } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface MemoryDialogProps {
  readonly project: ProjectRef;
  /** The one to change; absent: a new one. */
  readonly memory: Memory | undefined;
  readonly onDone: (memory: Memory) => void;
  readonly onClose: () => void;
}

/** Writes a memory, or writes one anew. What it said before stays in its history. */
export function MemoryDialog({ project, memory, onDone, onClose }: MemoryDialogProps) {
  const [content, setContent] = useState(memory?.content ?? '');
  const [scope, setScope] = useState<MemoryScope>('system');
  const once = useOnce();
  const save = useAction(async () => {
    const wish = { content, scope };
    onDone(memory ? await updateMemory(project.id, memory.id, content) : await createMemory(project.id, wish, once(JSON.stringify(wish))));
    onClose();
  });
  return (
    <Dialog title={memory ? 'Edit memory' : 'Add memory'} size="large" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextArea
          label="What to remember"
          hint={
            memory ? 'The former text stays in its history.' : 'One statement that makes sense by itself, such as “We deploy on Tuesdays”.'
          }
          required
          autoFocus
          value={content}
          onChange={setContent}
        />
        {!memory && (
          <SelectField
            label="For whom"
            value={scope}
            choices={[
              { value: 'system', label: 'Every agent' },
              { value: 'agent', label: 'The agent that reads it as its own' },
            ]}
            onChange={setScope}
          />
        )}
        <Notice fault={save.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={save.isBusy} disabled={content.trim() === '' || content === memory?.content}>
            {memory ? 'Save' : 'Add memory'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
