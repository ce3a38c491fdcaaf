import { useState } from 'react';
import { call } from '../api/call.ts';
import { useMe } from '../app/me.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast-store.ts';
import { DeletionSection } from './deletion-section.tsx';
import { EmailSection } from './email-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export default function AccountPage() {
  const { me } = useMe();
  return (
    <Page title="Account" about={me.user.email}>
      <NameSection />
      <EmailSection />
      <PasswordSection />
      <SessionsSection />
      <DeletionSection />
    </Page>
  );
}

function NameSection() {
  const { me, reload } = useMe();
  const [name, setName] = useState(me.user.name ?? '');
  const save = useAction(async () => {
    await call('/auth/me', { method: 'PATCH', body: { name: name.trim() === '' ? null : name.trim() } });
    await reload();
    toast('Your name is changed.');
  });
  return (
    <Section title="Your name" about="What your colleagues see beside what you do.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextField label="Name" maxLength={128} autoComplete="name" value={name} onChange={setName} />
        <Notice fault={save.fault} />
        <div className="row">
          <Button tone="primary" type="submit" isBusy={save.isBusy} disabled={name.trim() === (me.user.name ?? '')}>
            Save name
          </Button>
        </div>
      </form>
    </Section>
  );
}

function PasswordSection() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const save = useAction(async () => {
    await call('/auth/password', { method: 'POST', body: { current_password: current, new_password: next } });
    setCurrent('');
    setNext('');
    toast('Your password is changed, and your other sessions are ended.');
  });
  return (
    <Section title="Password" about="Changing it ends your other sessions. Keys and connected apps go on working.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextField
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label="New password"
          type="password"
          required
          autoComplete="new-password"
          hint="At least 8 characters, and none that others guess."
          value={next}
          onChange={setNext}
        />
        <Notice fault={save.fault} />
        <div className="row">
          <Button tone="primary" type="submit" isBusy={save.isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
