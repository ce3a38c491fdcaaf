import type { Fault } from '../shared/fault.ts';
import type { Busy, Notice } from '../shared/notice.ts';
import type { Credentials } from '../shared/people-api.ts';
import type { Result } from '../shared/send.ts';
import type { ChoiceMemory, Session, SessionStore } from '../shared/session.ts';
import type { Api, Interaction } from './api.ts';
import { next } from './flow-state.ts';
import type { Dead, Event, State } from './flow-state.ts';
import type { PageRequest } from './request.ts';

export interface FlowDeps {
  readonly api: Api;
  readonly request: PageRequest;
  readonly sessions: SessionStore;
  readonly memory: ChoiceMemory;
  /** Shows a state; called after each change. */
  readonly show: (state: State) => void;
  /** Leaves for an address of the server. */
  readonly leaveFor: (address: string) => void;
}

export interface NewProject {
  readonly name: string;
  /** Undefined makes a workspace too. */
  readonly workspaceId: string | undefined;
}

/** A step that the server has no part in. */
export type LocalStep = Extract<
  Event,
  { readonly type: 'door-chosen' | 'workspace-chosen' | 'project-chosen' | 'new-project-wanted' | 'new-project-given-up' }
>;

/**
 * One request to be let in, from the first look at it to its end. No method rejects: what goes wrong is shown. While one waits for
 * the server, the others that would ask it do nothing.
 */
export class Flow {
  readonly #deps: FlowDeps;
  #state: State = { screen: 'loading' };
  #canSignUp = false;

  constructor(deps: FlowDeps) {
    this.#deps = deps;
  }

  /** Looks at the request, for the first time or again. */
  async open(): Promise<void> {
    const { api, request, sessions } = this.#deps;
    this.#step({ type: 'retried' });
    if (request.kind === 'dead') return this.#step({ type: 'died', reason: request.reason });
    const session = sessions.read();
    const [answer, canSignUp] = await Promise.all([api.interaction(request.uid, session?.token), api.canSignUp()]);
    this.#canSignUp = canSignUp;
    if (!answer.ok && answer.fault.kind === 'unauthorized') return this.#askAgain();
    this.#showAnswer(answer, session);
  }

  async signIn(credentials: Credentials): Promise<void> {
    if (this.#begin('signing-in')) await this.#enter(credentials, 'wrong-credentials');
  }

  async signUp(credentials: Credentials): Promise<void> {
    if (!this.#begin('signing-up')) return;
    const made = await this.#deps.api.signUp(credentials);
    // A taken e-mail is answered like a new one, and shows only in that its password is another.
    if (made.ok) await this.#enter(credentials, 'cannot-enter');
    else this.#refuse(made.fault);
  }

  /** Ends the session, so that somebody else can sign in. */
  async switchAccount(): Promise<void> {
    const session = this.#deps.sessions.read();
    if (!this.#begin('leaving')) return;
    this.#deps.sessions.clear();
    // Gone from this tab whatever the server says; a session that could not be ended there ends by itself.
    if (session) await this.#deps.api.signOut(session.token);
    this.#step({ type: 'signed-out' });
  }

  async makeProject({ name, workspaceId }: NewProject): Promise<void> {
    const session = this.#beginAs('making-project');
    if (!session) return;
    const { api, memory } = this.#deps;
    const workspace =
      workspaceId === undefined ? await api.makeWorkspace(session.token, name) : ({ ok: true, value: workspaceId } as const);
    const project = workspace.ok ? await api.makeProject(session.token, { name, workspaceId: workspace.value }) : workspace;
    if (!project.ok) return this.#refuse(project.fault);
    memory.remember(session.person.id, project.value);
    await this.#load(session);
  }

  async approve(): Promise<void> {
    const state = this.#state;
    if (state.screen !== 'consent') return;
    const { projectId } = state.choice;
    if (projectId === undefined) return this.#step({ type: 'refused', notice: { kind: 'no-project' } });
    const session = this.#beginAs('approving');
    if (!session) return;
    this.#deps.memory.remember(session.person.id, projectId);
    await this.#decide(session, projectId);
  }

  async deny(): Promise<void> {
    const session = this.#beginAs('denying');
    if (session) await this.#decide(session, undefined);
  }

  take(step: LocalStep): void {
    if (!this.#isBusy()) this.#step(step);
  }

  async #enter(credentials: Credentials, unauthorized: 'wrong-credentials' | 'cannot-enter'): Promise<void> {
    const entered = await this.#deps.api.signIn(credentials);
    if (!entered.ok) {
      return entered.fault.kind === 'unauthorized'
        ? this.#step({ type: 'refused', notice: { kind: unauthorized } })
        : this.#refuse(entered.fault);
    }
    this.#deps.sessions.write(entered.value);
    await this.#load(entered.value);
  }

  async #decide(session: Session, projectId: string | undefined): Promise<void> {
    const { api, leaveFor } = this.#deps;
    const decided = await api.decide({ uid: this.#uid(), token: session.token, projectId });
    if (decided.ok) {
      // Shown before the browser leaves: an app's own link leaves the tab here.
      this.#step({ type: 'decided', outcome: projectId === undefined ? 'denied' : 'approved' });
      return leaveFor(decided.value);
    }
    // The person's role or the project changed since they were shown.
    const { kind } = decided.fault;
    if (kind === 'forbidden' || kind === 'invalid' || kind === 'gone') return this.#load(session, { kind: 'choices-changed' });
    this.#refuse(decided.fault);
  }

  async #load(session: Session, notice?: Notice): Promise<void> {
    const answer = await this.#deps.api.interaction(this.#uid(), session.token);
    if (!answer.ok && answer.fault.kind !== 'gone') return this.#refuse(answer.fault);
    this.#showAnswer(answer, session, notice);
  }

  /** The session that the tab kept has ended. */
  async #askAgain(): Promise<void> {
    this.#deps.sessions.clear();
    const answer = await this.#deps.api.interaction(this.#uid(), undefined);
    this.#showAnswer(answer, undefined, { kind: 'session-ended' });
  }

  #showAnswer(answer: Result<Interaction>, session: Session | undefined, notice?: Notice): void {
    if (!answer.ok) return this.#step({ type: 'died', reason: deadBy[answer.fault.kind] });
    const { client, workspaces } = answer.value;
    const common = { client, canSignUp: this.#canSignUp, ...(notice && { notice }) };
    if (session === undefined || workspaces === undefined) return this.#step({ type: 'asked', ...common });
    const { person } = session;
    const remembered = this.#deps.memory.recall(person.id);
    this.#step({ type: 'admitted', ...common, person, workspaces, remembered });
  }

  #refuse(fault: Fault): void {
    if (fault.kind === 'gone') return this.#step({ type: 'died', reason: 'expired' });
    if (fault.kind !== 'unauthorized') return this.#step({ type: 'refused', notice: fault });
    this.#deps.sessions.clear();
    this.#step({ type: 'session-ended' });
  }

  #begin(busy: Busy): boolean {
    if (this.#isBusy()) return false;
    this.#step({ type: 'sent', busy });
    return true;
  }

  #beginAs(busy: Busy): Session | undefined {
    const session = this.#deps.sessions.read();
    if (session === undefined) this.#step({ type: 'session-ended' });
    return session && this.#begin(busy) ? session : undefined;
  }

  #isBusy(): boolean {
    return 'busy' in this.#state && this.#state.busy !== undefined;
  }

  #uid(): string {
    const { request } = this.#deps;
    if (request.kind !== 'interaction') throw new Error('there is no request to decide');
    return request.uid;
  }

  #step(event: Event): void {
    this.#state = next(this.#state, event);
    this.#deps.show(this.#state);
  }
}

/** What is left of a request that cannot even be looked at. */
const deadBy: Readonly<Record<Fault['kind'], Dead>> = {
  offline: 'offline',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
  gone: 'expired',
  unauthorized: 'refused',
  forbidden: 'refused',
  conflict: 'refused',
  invalid: 'refused',
};
