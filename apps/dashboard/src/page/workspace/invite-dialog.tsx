import { useState } from 'react';
import { call } from '../api/call.ts';
import type { Membership } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { ShownOnce } from '../settings/shown-once.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { exactWords } from '../ui/time.tsx';
import type { Invitation } from './invitations.ts';
import { invitable, roleChoices, roleWords } from './roles.ts';

interface InviteProps {
  readonly workspace: Membership;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a link that lets somebody in. Nothing is sent: the link is handed over by whoever made it. */
export function InviteDialog({ workspace, onMade, onClose }: InviteProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<(typeof invitable)[number]>('member');
  const once = useOnce();
  const [made, setMade] = useState<Invitation & { readonly url: string }>();
  const invite = useAction(async () => {
    const body = { role, ...(email.trim() !== '' && { email: email.trim() }) };
    setMade(await call(`/v1/workspaces/${workspace.id}/invitations`, { method: 'POST', body, once: once(JSON.stringify(body)) }));
    onMade();
  });
  if (made) {
    return (
      <Dialog key="made" title="The invitation is ready" isHeld onClose={onClose}>
        <ShownOnce
          secret={made.url}
          label="Link"
          what={`Hand this link over yourself. It serves ${made.email ?? 'whoever opens it first'}, until ${exactWords(made.expires_at)}.`}
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={`Invite to “${workspace.name}”`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void invite.run();
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          hint="Optional. With it, the link serves that address alone."
          autoFocus
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <SelectField label="Role" hint={roleWords[role]} value={role} choices={roleChoices(invitable)} onChange={setRole} />
        <Notice fault={invite.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={invite.isBusy}>
            Create link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
