import type { IdempotentRequest, InvitableRole, KeptAnswer, PageMark, Plan, Role, Walk } from '@cairn/core';
import type { InvitationRefusal } from './account-ports.ts';
import type { Erasure, ErasureRepository } from './erasure.ts';
import type { ApiKeyRepository, PersonActor, SessionUser } from './ports.ts';

export interface Project {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: Role;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What one person, workspace or installation may have; reaching one is `too_many`. */
export const directoryLimits = {
  /** That one person owns. */
  workspaces: 100,
  /** In one workspace. */
  members: 1000,
  /** Open ones of one workspace. */
  invitations: 100,
} as const;

/** Not there for this person, or not in their role. */
export type DirectoryRefusal = 'not_found' | 'forbidden';

/** Workspaces and projects as a person sees them: only those that the person is a member of. Changes leave an audit row. */
export interface WorkspaceRepository {
  createWorkspace(actor: PersonActor, name: string): Promise<Workspace | 'too_many'>;
  workspaces(userId: string): Promise<readonly Workspace[]>;
  workspace(userId: string, id: string): Promise<Workspace | undefined>;
  renameWorkspace(actor: PersonActor, id: string, name: string): Promise<Workspace | DirectoryRefusal>;
  /** Destroys every project in it as `deleteProject` does. */
  deleteWorkspace(actor: PersonActor, id: string): Promise<'done' | DirectoryRefusal>;
  createProject(actor: PersonActor, workspaceId: string, name: string): Promise<Project | DirectoryRefusal>;
  projects(userId: string): Promise<readonly Project[]>;
  project(userId: string, id: string): Promise<Project | undefined>;
  renameProject(actor: PersonActor, id: string, name: string): Promise<Project | DirectoryRefusal>;
  /** Destroys the project's data key and every row of it, and leaves a receipt in the audit. */
  deleteProject(actor: PersonActor, id: string): Promise<Erasure | DirectoryRefusal>;
}

export interface Member {
  /** The person's. */
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The members of a workspace. Changes of one workspace happen one after the other, so that it never loses its last owner. */
export interface MemberRepository {
  /** Newest first. */
  list(userId: string, workspaceId: string, walk: Walk): Promise<readonly Member[] | DirectoryRefusal>;
  changeRole(actor: PersonActor, member: MemberName, role: Role): Promise<Member | DirectoryRefusal | 'last_owner'>;
  /**
   * Removes a member, or lets the actor leave. Revokes the person's API keys and connected apps in the workspace, so that they do
   * not come back to life when the person does, and the invitations they made.
   */
  remove(actor: PersonActor, member: MemberName): Promise<'done' | DirectoryRefusal | 'last_owner'>;
}

export interface MemberName {
  readonly workspaceId: string;
  readonly userId: string;
}

export interface Invitation {
  readonly id: string;
  readonly role: Role;
  /** Whoever may use it; null when anyone who holds the link may. */
  readonly email: string | null;
  readonly invitedBy: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface NewInvitation {
  readonly workspaceId: string;
  readonly secretHash: Uint8Array;
  readonly role: InvitableRole;
  readonly email: string | null;
  readonly days: number;
}

/** Invitations to workspaces: owners and admins make and revoke them, whoever holds the secret accepts. */
export interface InvitationRepository {
  create(actor: PersonActor, invitation: NewInvitation): Promise<Invitation | DirectoryRefusal | 'too_many'>;
  /** Open ones, newest first. */
  list(userId: string, workspaceId: string, walk: Walk): Promise<readonly Invitation[] | DirectoryRefusal>;
  revoke(actor: PersonActor, workspaceId: string, id: string): Promise<'done' | DirectoryRefusal>;
  /**
   * Makes the actor a member and uses the invitation up, both or neither. `member` when they are one already; then it stays open.
   */
  accept(actor: PersonActor, secretHash: Uint8Array): Promise<Workspace | InvitationRefusal | 'member'>;
}

/** What a person manages beside a project's data; either each call on its own or all in one transaction. */
export interface Directory {
  readonly apiKeys: ApiKeyRepository;
  readonly workspaces: WorkspaceRepository;
  readonly members: MemberRepository;
  readonly invitations: InvitationRepository;
  readonly erasures: ErasureRepository;
}

export interface IdempotentDirectory extends Directory {
  /**
   * As `IdempotentStores.once`, for a person: `work` is done once per (session, key) within 24 hours, in one transaction with
   * its answer; work that throws leaves nothing behind. The answer never holds a secret in clear.
   * @throws IDEMPOTENCY_KEY_REUSED when the fingerprint differs.
   */
  once(session: SessionUser, request: IdempotentRequest, work: (directory: Directory) => Promise<KeptAnswer>): Promise<KeptAnswer>;
}

/** A workspace as whoever runs the service sees it. */
export interface OperatorWorkspace extends PageMark {
  readonly name: string;
  readonly plan: Plan;
  readonly owners: readonly string[];
  readonly members: number;
  readonly projects: number;
  readonly updatedAt: string;
}

/** What only the operator does; no person and no project stands behind it. */
export interface OperatorRepository {
  /** Every workspace, newest first. */
  walk(walk: Walk): Promise<readonly OperatorWorkspace[]>;
  /** Leaves an audit row. Undefined when there is no such workspace. */
  setPlan(id: string, plan: Plan, requestId: string): Promise<OperatorWorkspace | undefined>;
  /** Replaces the password's verifier of the account with that e-mail and ends its sessions. False when there is no such account. */
  setPassword(email: string, passwordVerifier: string, requestId: string): Promise<boolean>;
  /** Deletes a client of the OAuth server with all its connections and tokens. False when there is no such client. */
  removeClient(id: string, requestId: string): Promise<boolean>;
}
