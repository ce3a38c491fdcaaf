import { useEffect, useState } from 'react';
import { readSignUpMode, signIn, signUp } from '../api/people.ts';
import { go } from '../app/place.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { Notice } from '../ui/notice.tsx';
import { setTitle } from '../ui/title.ts';
import { session } from './session.ts';

interface DoorProps {
  readonly wantsAccount: boolean;
  /** Whether a page waits behind the door. */
  readonly isReturning: boolean;
}

/** Sign-in, and sign-up where the server lets people make accounts. */
export function DoorPage({ wantsAccount, isReturning }: DoorProps) {
  const [canSignUp, setCanSignUp] = useState(false);
  useEffect(() => {
    // Without an answer nothing is offered; signing in tells what is wrong.
    readSignUpMode().then(
      ({ mode }) => setCanSignUp(mode === 'open'),
      () => {},
    );
  }, []);
  const isNew = wantsAccount && canSignUp;
  const title = isNew ? 'Create an account' : 'Sign in';
  useEffect(() => {
    setTitle([title]);
  }, [title]);
  return (
    <main className="door">
      <p className="brand">
        <Logo /> Cairn
      </p>
      <div className="card">
        <h1>{title}</h1>
        {session.hasLapsed() && <p className="callout">Your session has ended. Sign in again to go on; what you were writing is kept.</p>}
        <DoorForm key={title} isNew={isNew} />
        {canSignUp && (
          <p className="aside">
            {isNew ? 'You have an account? ' : 'New here? '}
            <Link to={isNew ? '/sign-in' : '/sign-up'}>{isNew ? 'Sign in' : 'Create an account'}</Link>
          </p>
        )}
        {!canSignUp && !isReturning && <p className="aside">Accounts are made by invitation. Ask whoever runs this service for one.</p>}
      </div>
    </main>
  );
}

function DoorForm({ isNew }: { readonly isNew: boolean }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const enter = useAction(async () => {
    await (isNew ? signUp({ email, password, name }) : signIn({ email, password }));
    if (isNew) go('/', { replace: true });
  });
  const issue = (path: string): string | undefined => {
    const found = enter.fault?.issues.find((each) => each.path === path);
    return found && `This ${found.message}.`;
  };
  const isTold = ['email', 'password', 'name'].some((path) => issue(path) !== undefined);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void enter.run();
      }}
    >
      {isNew && (
        <TextField
          label="Name"
          hint="Optional; what your colleagues see."
          value={name}
          onChange={setName}
          autoComplete="name"
          error={issue('name')}
        />
      )}
      <TextField
        label="E-mail"
        type="email"
        required
        autoComplete="username"
        autoFocus
        value={email}
        onChange={setEmail}
        error={issue('email')}
      />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete={isNew ? 'new-password' : 'current-password'}
        hint={isNew ? 'At least 8 characters, and none that others guess.' : undefined}
        value={password}
        onChange={setPassword}
        error={issue('password')}
      />
      <Notice fault={isTold ? undefined : enter.fault} />
      <Button tone="primary" type="submit" isBusy={enter.isBusy}>
        {isNew ? 'Create account' : 'Sign in'}
      </Button>
    </form>
  );
}
