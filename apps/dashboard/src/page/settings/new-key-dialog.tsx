import { useState } from 'react';
import { createKey } from '../api/keys.ts';
import type { NewApiKey } from '../api/keys.ts';
import type { ProjectRef } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { ShownOnce } from './shown-once.tsx';

interface NewKeyProps {
  readonly project: ProjectRef;
  readonly onMade: (key: NewApiKey) => void;
  readonly onClose: () => void;
}

/** Makes a key and shows it, once. However often the form is sent, and whatever answer is lost on the way, it is one key. */
export function NewKeyDialog({ project, onMade, onClose }: NewKeyProps) {
  const [name, setName] = useState('');
  const once = useOnce();
  const [made, setMade] = useState<NewApiKey>();
  const make = useAction(async () => {
    const key = await createKey(project.id, name.trim(), once(name.trim()));
    setMade(key);
    onMade(key);
  });
  if (made) {
    return (
      <Dialog key="made" title={`Key “${made.name}” is ready`} isHeld onClose={onClose}>
        <ShownOnce secret={made.key} label="API key" what="The key works at once." onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void make.run();
        }}
      >
        <TextField
          label="Name"
          hint={`What will use it, such as “Ada’s laptop”. It works in ${project.name} alone, with your rights.`}
          required
          maxLength={128}
          autoFocus
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <Notice fault={make.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={make.isBusy}>
            Create API key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
