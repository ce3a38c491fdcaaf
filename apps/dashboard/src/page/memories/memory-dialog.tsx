import { useRef, useState } from 'react';
import { asFault, Fault } from '../api/fault.ts';
import { createMemory, readMemory, updateMemory } from '../api/memories.ts';
import type { Memory, MemoryScope } from '../api/memories.ts';
import type { ProjectRef } from '../api/people.ts';
import { forgetDrafts, useDraft } from '../data/draft.ts';
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
  const draft = `${project.id} memory ${memory ? `${memory.id} ${memory.updated_at}` : 'new'}`;
  const [content, setContent] = useDraft(draft, memory?.content ?? '');
  const [scope, setScope] = useState<MemoryScope>('system');
  const once = useOnce();
  const seen = useRef(memory?.updated_at);
  const change = async (former: Memory): Promise<Memory> => {
    try {
      const now = await readMemory(project.id, former.id);
      if (now.updated_at !== seen.current) {
        seen.current = now.updated_at;
        throw new Fault('conflict', { detail: changedMeanwhile(now.content) });
      }
      return await updateMemory(project.id, former.id, content);
    } catch (error) {
      if (asFault(error).kind !== 'gone') throw error;
      throw new Fault('gone', { detail: 'this memory was deleted meanwhile. Copy your text and add it as a new memory' });
    }
  };
  const save = useAction(async () => {
    const wish = { content, scope };
    onDone(memory ? await change(memory) : await createMemory(project.id, wish, once(JSON.stringify(wish))));
    leave();
  });
  const leave = (): void => {
    forgetDrafts(draft);
    onClose();
  };
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
          <Button onClick={leave}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={save.isBusy} disabled={content.trim() === '' || content === memory?.content}>
            {memory ? 'Save' : 'Add memory'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is said before a text takes the place of one that its writer has not seen. */
function changedMeanwhile(content: string): string {
  const said = content.length > 200 ? `${content.slice(0, 200)}…` : content;
  return `this memory was changed meanwhile. It says now: “${said}” Save again to put your text in its place; the other one stays in the history.`;
}
