import type { Membership, SignedIn, User } from '@cairn/auth';

/** A person as the outside sees them. */
export const shownUser = ({ id, email, name, createdAt }: User) => ({ id, email, name, created_at: createdAt });

export const shownSession = ({ sessionToken, expiresAt, user }: SignedIn) => ({
  session_token: sessionToken,
  expires_at: expiresAt,
  user: shownUser(user),
});

export const shownMembership = ({ id, name, role, plan, projects }: Membership) => ({
  id,
  name,
  role,
  plan,
  projects: projects.map((project) => ({ id: project.id, name: project.name })),
});
