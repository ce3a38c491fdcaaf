import { createContext, useContext } from 'react';
import type { Me, Role } from '../api/people.ts';

interface MeValue {
  readonly me: Me;
  /** Reads it again, after a workspace or project was made or renamed. */
  readonly reload: () => Promise<void>;
}

export const MeContext = createContext<MeValue | undefined>(undefined);

/** Who is signed in, with workspaces and projects. */
export function useMe(): MeValue {
  const value = useContext(MeContext);
  if (!value) throw new Error('nobody is signed in here');
  return value;
}

/** What roles may do, as far as the page offers it; the server decides. */
const rights = {
  write_content: ['owner', 'admin', 'approver', 'member'],
  manage_agents: ['owner', 'admin', 'member'],
  manage_keys: ['owner', 'admin', 'approver', 'member'],
  create_project: ['owner', 'admin', 'member'],
  manage_project: ['owner', 'admin'],
  manage_members: ['owner', 'admin'],
  manage_owners: ['owner'],
  vote_on_approvals: ['owner', 'admin', 'approver'],
  manage_policies: ['owner', 'admin'],
  allow_self_approval: ['owner'],
  read_audit: ['owner', 'admin', 'approver', 'member'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export const may = (role: Role, right: keyof typeof rights): boolean => (rights[right] as readonly Role[]).includes(role);
