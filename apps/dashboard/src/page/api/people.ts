import { session } from '../session/session.ts';
import { call } from './call.ts';

export type Role = 'owner' | 'admin' | 'approver' | 'member' | 'viewer';

export interface ProjectRef {
  readonly id: string;
  readonly name: string;
}

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: 'free' | 'premium';
  readonly projects: readonly ProjectRef[];
}

export interface Me {
  readonly user: { readonly id: string; readonly email: string; readonly name: string | null; readonly created_at: string };
  readonly workspaces: readonly Membership[];
}

export const readMe = (): Promise<Me> => call<Me>('/auth/me');

/** Whether people may make accounts by themselves. */
export const readSignUpMode = (): Promise<{ readonly mode: 'open' | 'closed' }> => call('/auth/sign-up');

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in; the session is kept. */
export async function signIn({ email, password }: Credentials): Promise<void> {
  const { session_token: token, user } = await call<{ session_token: string; user: { id: string; email: string } }>('/auth/sign-in', {
    method: 'POST',
    body: { email, password },
  });
  session.write({ token, person: { id: user.id, email: user.email } });
}

/** Makes an account and signs in. */
export async function signUp({ name, ...credentials }: Credentials & { readonly name: string }): Promise<void> {
  await call('/auth/sign-up', { method: 'POST', body: { ...credentials, ...(name.trim() !== '' && { name: name.trim() }) } });
  await signIn(credentials);
}

/** Changes what the person signs in with. */
export async function changeEmail(currentPassword: string, newEmail: string): Promise<void> {
  const body = { current_password: currentPassword, new_email: newEmail };
  const { user } = await call<{ user: { id: string; email: string } }>('/auth/email', { method: 'POST', body });
  const current = session.read();
  if (current?.person.id === user.id) session.write({ ...current, person: { id: user.id, email: user.email } });
}

/** For good; the session ends with it. */
export async function deleteAccount(currentPassword: string): Promise<void> {
  await call('/auth/delete-account', { method: 'POST', body: { current_password: currentPassword } });
  session.clear();
}

/** Ends the session, here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  await call('/auth/sign-out', { method: 'POST' }).catch(() => {});
  session.clear();
}
