import type { Fault } from '../shared/fault.ts';
import type { Busy } from '../shared/notice.ts';
import type { Credentials } from '../shared/people-api.ts';
import type { Session, SessionStore } from '../shared/session.ts';
import type { Invitation, InvitationApi } from './api.ts';
import { next } from './flow-state.ts';
import type { Dead, Event, State } from './flow-state.ts';

export interface InvitationFlowDeps {
  readonly api: InvitationApi;
  /** What is behind the `#` of the address. */
  readonly token: string;
  readonly sessions: SessionStore;
  /** Shows a state; called after each change. */
  readonly show: (state: State) => void;
}

/**
 * One invitation, from the first look at it to membership. No method rejects: what goes wrong is shown. While one waits for the
 * server, the others do nothing.
 */
export class InvitationFlow {
  readonly #deps: InvitationFlowDeps;
  #state: State = { screen: 'loading' };

  constructor(deps: InvitationFlowDeps) {
    this.#deps = deps;
  }

  /** Looks at the invitation, for the first time or again. */
  async open(): Promise<void> {
    const { api, token, sessions } = this.#deps;
    this.#step({ type: 'retried' });
    if (token === '') return this.#step({ type: 'died', reason: 'no-invitation' });
    const looked = await api.lookUp(token);
    if (!looked.ok) return this.#step({ type: 'died', reason: deadBy[looked.fault.kind] });
    this.#step({ type: 'looked', invitation: looked.value, person: sessions.read()?.person });
  }

  async signIn(credentials: Credentials): Promise<void> {
    if (!this.#begin('signing-in')) return;
    const entered = await this.#deps.api.signIn(credentials);
    if (entered.ok) return this.#enter(entered.value);
    if (entered.fault.kind === 'unauthorized') return this.#step({ type: 'refused', notice: { kind: 'wrong-credentials' } });
    this.#refuse(entered.fault);
  }

  /** Makes an account that is a member from the start. */
  async signUp(credentials: Credentials): Promise<void> {
    if (!this.#begin('signing-up')) return;
    const { api, token, sessions } = this.#deps;
    const invitation = 'invitation' in this.#state ? this.#state.invitation : undefined;
    const made = await api.signUp(credentials, token);
    if (!made.ok) return this.#refuse(made.fault);
    const entered = await api.signIn(credentials);
    // A taken e-mail is answered like a new one, and shows only in that its password is another.
    if (!entered.ok && entered.fault.kind === 'unauthorized') return this.#step({ type: 'refused', notice: { kind: 'cannot-enter' } });
    if (!entered.ok) return this.#refuse(entered.fault);
    sessions.write(entered.value);
    await this.#settle(entered.value, invitation);
  }

  /** Ends the session, so that somebody else can sign in. */
  async switchAccount(): Promise<void> {
    const { api, sessions } = this.#deps;
    const session = sessions.read();
    if (!this.#begin('leaving')) return;
    sessions.clear();
    if (session) await api.signOut(session.token);
    this.#step({ type: 'left', notice: undefined });
  }

  async join(): Promise<void> {
    const { api, token, sessions } = this.#deps;
    const session = sessions.read();
    if (session === undefined) return this.#step({ type: 'left', notice: { kind: 'session-ended' } });
    if (!this.#begin('joining')) return;
    const joined = await api.accept(session.token, token);
    if (joined.ok) this.#step({ type: 'joined', workspaceId: joined.value });
    else this.#refuse(joined.fault);
  }

  goTo(door: 'sign-in' | 'sign-up'): void {
    if (!this.#isBusy()) this.#step({ type: 'door-chosen', door });
  }

  #enter(session: Session): void {
    this.#deps.sessions.write(session);
    this.#step({ type: 'entered', person: session.person });
  }

  /** A new account is in the workspace of the invitation alone; one that was there before with the same password has yet to join. */
  async #settle(session: Session, invitation: Invitation | undefined): Promise<void> {
    const found = await this.#deps.api.memberships(session.token);
    const [only, ...others] = found.ok ? found.value : [];
    const isIn = others.length === 0 && only?.workspace === invitation?.workspace && only?.role === invitation?.role;
    if (only && isIn) this.#step({ type: 'joined', workspaceId: undefined });
    else this.#step({ type: 'entered', person: session.person });
  }

  #refuse(fault: Fault): void {
    if (fault.kind === 'gone') return this.#step({ type: 'died', reason: 'gone' });
    if (fault.kind !== 'unauthorized') return this.#step({ type: 'refused', notice: fault });
    this.#deps.sessions.clear();
    this.#step({ type: 'left', notice: { kind: 'session-ended' } });
  }

  #begin(busy: Busy): boolean {
    if (this.#isBusy()) return false;
    this.#step({ type: 'sent', busy });
    return true;
  }

  #isBusy(): boolean {
    return 'busy' in this.#state && this.#state.busy !== undefined;
  }

  #step(event: Event): void {
    this.#state = next(this.#state, event);
    this.#deps.show(this.#state);
  }
}

/** What is left of an invitation that cannot even be looked at. */
const deadBy: Readonly<Record<Fault['kind'], Dead>> = {
  offline: 'offline',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
  gone: 'gone',
  // A text that cannot be a token.
  invalid: 'gone',
  unauthorized: 'unavailable',
  forbidden: 'unavailable',
  conflict: 'unavailable',
};
