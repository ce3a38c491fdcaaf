import { useState } from 'react';
import { useAction } from '../data/use-action.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toast-store.ts';

interface RenameProps {
  readonly name: string;
  readonly isAllowed: boolean;
  readonly onRename: (name: string) => Promise<void>;
}

/** Gives something another name. */
export function RenameForm({ name, isAllowed, onRename }: RenameProps) {
  const [given, setGiven] = useState(name);
  const rename = useAction(async () => {
    await onRename(given.trim());
    toast('The name is changed.');
  });
  if (!isAllowed) return <p>{name}</p>;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void rename.run();
      }}
    >
      <TextField label="Name" required maxLength={128} autoComplete="off" value={given} onChange={setGiven} />
      <Notice fault={rename.fault} />
      <div className="row">
        <Button tone="primary" type="submit" isBusy={rename.isBusy} disabled={given.trim() === '' || given.trim() === name}>
          Save
        </Button>
      </div>
    </form>
  );
}
