import type { Plan, Role } from '@cairn/core';
import type { PersonActor } from './ports.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly createdAt: string;
}

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

export interface NewAccount {
  readonly email: string;
  readonly name: string | null;
  readonly passwordVerifier: string;
  /** Hash of an invitation's secret: the person becomes a member there instead of getting a workspace of their own. */
  readonly invitation?: Uint8Array | undefined;
  readonly requestId: string;
}

export interface NewSession {
  /** The verifier that the password was checked against. Absent: no check that it is still the account's. */
  readonly passwordVerifier?: string | undefined;
  /** What the person's program calls itself, up to 256 characters; shown in the list of their sessions. */
  readonly userAgent?: string | undefined;
}

export interface AccountRepository {
  /** The account and its password's verifier by e-mail, compared without case. */
  byEmail(email: string): Promise<{ user: User; passwordVerifier: string } | undefined>;
  /** The same by id. */
  byId(id: string): Promise<{ user: User; passwordVerifier: string } | undefined>;
  /**
   * Makes an account with a first workspace and project, or in the invitation's workspace. `taken` when the e-mail has an account,
   * which is left as it is. The invitation is judged first, so that its refusals tell nothing of the e-mail.
   */
  signUp(account: NewAccount): Promise<'done' | 'taken' | InvitationRefusal>;
  /** @throws UNAUTHORIZED when the password was changed since the verifier was read. */
  openSession(userId: string, secretHash: Uint8Array, session?: NewSession): Promise<{ id: string; expiresAt: string }>;
  closeSession(secretHash: Uint8Array): Promise<boolean>;
  user(id: string): Promise<User | undefined>;
  memberships(userId: string): Promise<readonly Membership[]>;
  /** Changes what the person is called. Undefined when the account is gone. */
  rename(actor: PersonActor, name: string | null): Promise<User | undefined>;
  /** Changes the e-mail while the verifier is still the account's; `stale` when it is not, `taken` when another account has the e-mail. */
  changeEmail(actor: PersonActor, change: { readonly passwordVerifier: string; readonly email: string }): Promise<User | 'taken' | 'stale'>;
  /**
   * Deletes the account while the verifier is still its own. Workspaces in which nobody else is go with it, project by project; elsewhere go the
   * person's membership, memories, keys, connected apps and invitations. What they added to a project's knowledge stays, and so do audit
   * rows, which hold their id alone. Names the workspaces whose only owner they are while others are in them; then nothing is done.
   */
  remove(actor: PersonActor, passwordVerifier: string): Promise<'done' | 'stale' | { readonly onlyOwnerOf: readonly string[] }>;
  /** Replaces the verifier `from`, and ends every other session of the person. False when it is no longer the account's. */
  changePassword(actor: PersonActor, verifiers: { readonly from: string; readonly to: string }): Promise<boolean>;
}

/** A sign-in of a person, without its secret. */
export interface PersonSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

/** A person's own sessions. */
export interface SessionRepository {
  /** Live ones, the one used last first, at most `limit`. */
  list(userId: string, limit: number): Promise<readonly PersonSession[]>;
  /** False when it is no live session of that person. */
  end(actor: PersonActor, id: string): Promise<boolean>;
  /** Ends all but the actor's own. */
  endOthers(actor: PersonActor): Promise<void>;
}

/** What an invitation tells whoever holds its link. */
export interface InvitationView {
  readonly workspaceName: string;
  readonly role: Role;
  /** The inviter's name, or their e-mail when they gave none. */
  readonly invitedBy: string;
  readonly expiresAt: string;
  /** Whether only one e-mail address may use it. */
  readonly isBound: boolean;
}

/** Why an invitation does not serve: used, ended, revoked or never made; of another e-mail; its workspace is full. */
export type InvitationRefusal = 'no_invitation' | 'other_email' | 'too_many';

/** What may be seen of invitations before signing in; secrets come as hashes. */
export interface InvitationViews {
  /** Undefined when it serves nobody any more. */
  look(secretHash: Uint8Array): Promise<InvitationView | undefined>;
}
