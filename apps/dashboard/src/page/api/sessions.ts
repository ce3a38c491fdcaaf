import { call } from './call.ts';

export interface SignedInSession {
  readonly id: string;
  readonly user_agent: string | null;
  readonly is_current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
}

/** Where the person is signed in. @throws Fault */
export const readSessions = async (): Promise<readonly SignedInSession[]> =>
  (await call<{ readonly data: readonly SignedInSession[] }>('/auth/sessions')).data;
