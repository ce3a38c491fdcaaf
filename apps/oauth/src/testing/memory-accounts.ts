import type {
  AccountRepository,
  CredentialRepository,
  InvitationViews,
  NewAccount,
  NewSession,
  PersonActor,
  PersonSession,
  SessionRepository,
  User,
} from '@cairn/auth';

interface KeptAccount {
  user: User;
  passwordVerifier: string;
}

interface KeptSession extends PersonSession {
  readonly userId: string;
}

/** Accounts and sessions in memory, with one place of work for everybody; for tests of what is above the store. */
export class MemoryAccounts implements AccountRepository, SessionRepository, InvitationViews, CredentialRepository {
  /** What every call to a store fails with. */
  failure: Error | undefined;
  readonly accounts = new Map<string, KeptAccount>();
  /** By the hex of the secret's hash. */
  readonly opened = new Map<string, KeptSession>();
  /** Invitations that serve, by the hex of the secret's hash. */
  readonly invited = new Map<string, { readonly email: string | null }>();
  /** Workspaces that keep everybody from deleting their account. */
  onlyOwnerOf: readonly string[] = [];
  #ids = 0;

  add(account: { email: string; name: string | null; passwordVerifier: string }): User {
    const user = { id: this.#newId(), email: account.email, name: account.name, createdAt: '2026-01-01T00:00:00.000Z' };
    this.accounts.set(user.id, { user, passwordVerifier: account.passwordVerifier });
    return user;
  }

  async byEmail(email: string) {
    if (this.failure) throw this.failure;
    return [...this.accounts.values()].find(({ user }) => user.email.toLowerCase() === email.toLowerCase());
  }

  async byId(id: string) {
    return this.accounts.get(id);
  }

  async signUp(account: NewAccount) {
    if (account.invitation) {
      const invitation = this.invited.get(hexOf(account.invitation));
      if (!invitation) return 'no_invitation' as const;
      if (invitation.email !== null && invitation.email !== account.email) return 'other_email' as const;
    }
    if (await this.byEmail(account.email)) return 'taken' as const;
    this.add(account);
    if (account.invitation) this.invited.delete(hexOf(account.invitation));
    return 'done' as const;
  }

  async openSession(userId: string, secretHash: Uint8Array, { userAgent }: NewSession = {}) {
    const at = '2026-01-01T00:00:00.000Z';
    const session = { id: this.#newId(), userId, userAgent: userAgent ?? null, createdAt: at, lastUsedAt: at };
    const opened = { ...session, expiresAt: '2026-01-01T12:00:00.000Z' };
    this.opened.set(hexOf(secretHash), opened);
    return { id: opened.id, expiresAt: opened.expiresAt };
  }

  async closeSession(secretHash: Uint8Array) {
    return this.opened.delete(hexOf(secretHash));
  }

  async user(id: string) {
    return this.accounts.get(id)?.user;
  }

  async memberships() {
    const projects = [{ id: project, name: 'My project' }];
    return [{ id: workspace, name: 'My workspace', role: 'owner', plan: 'free', projects } as const];
  }

  async rename({ userId }: PersonActor, name: string | null) {
    const account = this.accounts.get(userId);
    if (!account) return undefined;
    account.user = { ...account.user, name };
    return account.user;
  }

  async changePassword(actor: PersonActor, { from, to }: { readonly from: string; readonly to: string }) {
    const account = this.accounts.get(actor.userId);
    if (account?.passwordVerifier !== from) return false;
    account.passwordVerifier = to;
    await this.endOthers(actor);
    return true;
  }

  async changeEmail({ userId }: PersonActor, { passwordVerifier, email }: { readonly passwordVerifier: string; readonly email: string }) {
    const account = this.accounts.get(userId);
    if (account?.passwordVerifier !== passwordVerifier) return 'stale' as const;
    const holder = await this.byEmail(email);
    if (holder && holder.user.id !== userId) return 'taken' as const;
    account.user = { ...account.user, email };
    return account.user;
  }

  async remove({ userId }: PersonActor, passwordVerifier: string) {
    if (this.onlyOwnerOf.length > 0) return { onlyOwnerOf: this.onlyOwnerOf };
    if (this.accounts.get(userId)?.passwordVerifier !== passwordVerifier) return 'stale' as const;
    this.accounts.delete(userId);
    this.#endWhere((session) => session.userId === userId);
    return 'done' as const;
  }

  async list(userId: string, limit: number) {
    return [...this.opened.values()].filter((session) => session.userId === userId).slice(0, limit);
  }

  async end({ userId }: PersonActor, id: string) {
    return this.#endWhere((session) => session.userId === userId && session.id === id);
  }

  async endOthers({ userId, sessionId }: PersonActor) {
    this.#endWhere((session) => session.userId === userId && session.id !== sessionId);
  }

  async look(secretHash: Uint8Array) {
    const invitation = this.invited.get(hexOf(secretHash));
    const shown = { workspaceName: 'Shared', role: 'member', invitedBy: 'Ada', expiresAt: '2026-01-08T00:00:00.000Z' } as const;
    return invitation && { ...shown, isBound: invitation.email !== null };
  }

  async apiKey() {
    return undefined;
  }

  async accessToken() {
    return undefined;
  }

  async session() {
    return undefined;
  }

  async sessionUser(secretHash: Uint8Array) {
    const session = this.opened.get(hexOf(secretHash));
    return session && { sessionId: session.id, userId: session.userId };
  }

  #endWhere(isMeant: (session: KeptSession) => boolean): boolean {
    const meant = [...this.opened].filter(([, session]) => isMeant(session));
    for (const [key] of meant) this.opened.delete(key);
    return meant.length > 0;
  }

  #newId(): string {
    this.#ids += 1;
    return `0190d3a0-0000-7000-8000-${String(this.#ids).padStart(12, '0')}`;
  }
}

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Where everybody works. */
export const workspace = '0190d3a0-0000-7000-8000-0000000000f1';
export const project = '0190d3a0-0000-7000-8000-0000000000f2';
