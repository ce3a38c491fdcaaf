import { useEffect } from 'react';
import { keepDraftsOf } from '../data/draft.ts';
import { forgetAll } from '../data/resource.ts';
import { DoorPage } from '../session/door-page.tsx';
import { session as ofTab, useSession } from '../session/session.ts';
import { Toasts } from '../ui/toasts.tsx';
import { usePlace } from './place.ts';
import { SignedIn } from './signed-in.tsx';

/** Whoever is not signed in meets the door, at whatever address; behind it is the page that was asked for. */
export function App() {
  const session = useSession();
  const { route } = usePlace();
  const token = session?.token;
  const personId = session?.person.id;
  useEffect(() => forgetAll, [token]);
  // Whoever is thrown out in the middle of a text finds it again.
  useEffect(() => {
    if (personId !== undefined || !ofTab.hasLapsed()) keepDraftsOf(personId);
  }, [personId]);
  return (
    <>
      {session ? (
        <SignedIn key={session.token} />
      ) : (
        <DoorPage wantsAccount={route.page === 'sign-up'} isReturning={route.page !== 'sign-in'} />
      )}
      <Toasts />
    </>
  );
}
