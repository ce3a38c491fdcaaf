import { call } from '../api/call.ts';
import { readSessions } from '../api/sessions.ts';
import type { SignedInSession } from '../api/sessions.ts';
import { useAction } from '../data/use-action.ts';
import { change, useResource } from '../data/resource.ts';
import { Button } from '../ui/button.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { deviceWords } from './device-words.ts';

/** Where the person is signed in, and the way to end that. */
export function SessionsSection() {
  const sessions = useResource('sessions', readSessions);
  const endOthers = useAction(async () => {
    await call('/auth/sessions', { method: 'DELETE' });
    await sessions.reload();
    toast('Your other sessions are ended.');
  });
  const others = sessions.value?.filter((session) => !session.is_current) ?? [];
  return (
    <Section
      title="Sessions"
      about="Where you are signed in. A session ends by itself after 12 hours without use."
      actions={
        others.length > 0 && (
          <Button isBusy={endOthers.isBusy} onClick={() => void endOthers.run()}>
            End all others
          </Button>
        )
      }
    >
      <Notice fault={sessions.fault ?? endOthers.fault} onRetry={() => void sessions.reload()} />
      {!sessions.value && !sessions.fault && <Waiting />}
      <ul className="list" aria-label="Sessions">
        {sessions.value?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: SignedInSession }) {
  const end = useAction(async () => {
    await call(`/auth/sessions/${session.id}`, { method: 'DELETE' });
    change<readonly SignedInSession[]>('sessions', (all) => all.filter(({ id }) => id !== session.id));
  });
  return (
    <li className="entry">
      <p className="title">
        <span title={session.user_agent ?? undefined}>{deviceWords(session.user_agent)}</span>{' '}
        {session.is_current && <span className="badge good">This one</span>}
      </p>
      <p className="facts">
        <span>
          Signed in <Ago at={session.created_at} />
        </span>
        <span>
          Last used <Ago at={session.last_used_at} />
        </span>
        {end.fault && <span className="error">{end.fault.message}</span>}
      </p>
      {!session.is_current && (
        <div className="actions">
          <Button tone="quiet" isBusy={end.isBusy} onClick={() => void end.run()}>
            End
          </Button>
        </div>
      )}
    </li>
  );
}
