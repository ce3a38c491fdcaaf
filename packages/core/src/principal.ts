/** What a workspace pays for; it sets the rate limit. */
export type Plan = 'free' | 'premium';

/** A person's role in a workspace, strongest first. */
export const roles = ['owner', 'admin', 'approver', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Roles that an invitation may carry. Not the owner's: who holds a link is known only once it is used. */
export const invitableRoles = ['admin', 'approver', 'member', 'viewer'] as const satisfies readonly Role[];
export type InvitableRole = (typeof invitableRoles)[number];

export type CredentialKind = 'api_key' | 'oauth' | 'session';

/** Who is calling, resolved once a request and passed on as a value. */
export interface Principal {
  readonly kind: CredentialKind;
  /** The credential itself: bucket of the rate limit, actor of the audit. */
  readonly credentialId: string;
  /** Whom the memories made by this credential belong to. An API key owns its own, across rotations. */
  readonly ownerId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly role: Role;
}

/** A principal in one request; what a write records in the audit. */
export interface Actor extends Principal {
  readonly requestId: string;
  /** 32 lower-case hex digits: of the caller's W3C trace context, or made here. */
  readonly traceId: string;
}
