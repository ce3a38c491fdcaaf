import { useState } from 'react';
import { changeEmail } from '../api/people.ts';
import { useMe } from '../app/me.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast-store.ts';

/** What the person signs in with. */
export function EmailSection() {
  const { reload } = useMe();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const save = useAction(async () => {
    await changeEmail(password, email.trim());
    setEmail('');
    setPassword('');
    await reload();
    toast('Your e-mail is changed. Sign in with the new one from now on.');
  });
  return (
    <Section title="E-mail" about="What you sign in with. Sessions, keys and connected apps go on working.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextField label="New e-mail" type="email" required maxLength={254} autoComplete="email" value={email} onChange={setEmail} />
        <TextField
          label="Your password"
          type="password"
          required
          autoComplete="current-password"
          hint="So that nobody takes the account over on a screen that you left open."
          value={password}
          onChange={setPassword}
        />
        <Notice fault={save.fault} />
        <div className="row">
          <Button tone="primary" type="submit" isBusy={save.isBusy} disabled={email.trim() === ''}>
            Change e-mail
          </Button>
        </div>
      </form>
    </Section>
  );
}
