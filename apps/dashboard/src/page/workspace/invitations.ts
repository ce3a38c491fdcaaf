import type { Role } from '../api/people.ts';

export interface Invitation {
  readonly id: string;
  readonly role: Role;
  readonly email: string | null;
  readonly invited_by: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly created_at: string;
  readonly expires_at: string;
}

export const invitationsPath = (workspaceId: string): string => `/v1/workspaces/${workspaceId}/invitations?limit=100`;
