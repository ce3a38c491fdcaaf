import { fieldsOf, read, textIn } from './json.ts';
import type { Fields } from './json.ts';
import type { Result, Send } from './send.ts';
import type { Session } from './session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The calls about who a person is. */
export interface PeopleApi {
  signIn(credentials: Credentials): Promise<Result<Session>>;
  /** Succeeds alike for an e-mail that has an account already. `invitation` is the token of one. */
  signUp(credentials: Credentials, invitation?: string): Promise<Result<unknown>>;
  /** Whether the server lets people make accounts by themselves. */
  canSignUp(): Promise<boolean>;
  signOut(token: string): Promise<Result<unknown>>;
}

export function createPeopleApi(send: Send): PeopleApi {
  return {
    signIn: async (body) => read(await send('/auth/sign-in', { method: 'POST', body }), sessionIn),
    signUp: (credentials, invitation) =>
      send('/auth/sign-up', { method: 'POST', body: { ...credentials, ...(invitation !== undefined && { invitation }) } }),
    async canSignUp() {
      const answer = await send('/auth/sign-up', {});
      return answer.ok && fieldsOf(answer.value)['mode'] === 'open';
    },
    signOut: (token) => send('/auth/sign-out', { method: 'POST', token }),
  };
}

function sessionIn(body: Fields): Session | undefined {
  const token = textIn(body, 'session_token');
  const user = fieldsOf(body['user']);
  const id = textIn(user, 'id');
  const email = textIn(user, 'email');
  return token === undefined || id === undefined || email === undefined ? undefined : { token, person: { id, email } };
}
