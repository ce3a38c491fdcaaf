import type { Role } from '@cairn/core';

const rolesOf = {
  /** Read memories, documents and search results of a project. */
  read_content: ['owner', 'admin', 'approver', 'member', 'viewer'],
  /** Save and change memories, upload and delete documents. */
  write_content: ['owner', 'admin', 'approver', 'member'],
  /** Make API keys of one's own in a project, list, rotate and revoke them. */
  manage_keys: ['owner', 'admin', 'approver', 'member'],
  /** List and revoke the keys of others too. Nobody rotates another's: that would hand over what the key may change. */
  manage_all_keys: ['owner', 'admin'],
  /** Connect a client to a project; it works there with the role that the person has at each call. */
  connect_client: ['owner', 'admin', 'approver', 'member', 'viewer'],
  create_project: ['owner', 'admin', 'member'],
  rename_project: ['owner', 'admin'],
  delete_project: ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof rolesOf;

/** Whether a role in a workspace holds a right in its projects. */
export function may(role: Role, right: Right): boolean {
  const holders: readonly Role[] = rolesOf[right];
  return holders.includes(role);
}
