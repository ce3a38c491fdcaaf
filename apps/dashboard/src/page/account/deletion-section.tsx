import { useState } from 'react';
import { deleteAccount } from '../api/people.ts';
import { useMe } from '../app/me.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast-store.ts';

/** The end of the account. */
export function DeletionSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Delete your account"
      about="Workspaces in which nobody else is go with it, and so do your memories, keys and connected apps everywhere."
      actions={
        <Button tone="danger" icon="trash" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
      {isOpen && <DeletionDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const { me } = useMe();
  const [password, setPassword] = useState('');
  const remove = useAction(async () => {
    await deleteAccount(password);
    toast('Your account is deleted.');
  });
  return (
    <Dialog title={`Delete the account ${me.user.email}?`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void remove.run();
        }}
      >
        <div className="prose">
          <p>It is gone at once, and nobody can bring it back. Documents that you added to projects of others stay there.</p>
        </div>
        <TextField
          label="Your password, to confirm"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Notice fault={remove.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" type="submit" isBusy={remove.isBusy} disabled={password === ''}>
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
