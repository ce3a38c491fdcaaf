import type { Role } from '@cairn/core';

const rolesOf = {
  /** Read memories, documents and search results of a project. */
  read_content: ['owner', 'admin', 'approver', 'member', 'viewer'],
  /** Save and change memories, upload and delete documents. */
  write_content: ['owner', 'admin', 'approver', 'member'],
  /** Define, change and delete agents: what they are told decides what is done in everybody's name. */
  manage_agents: ['owner', 'admin', 'member'],
  /** Make API keys of one's own in a project, list, rotate and revoke them. */
  manage_keys: ['owner', 'admin', 'approver', 'member'],
  /** List and revoke the keys of others too. Nobody rotates another's: that would hand over what the key may change. */
  manage_all_keys: ['owner', 'admin'],
  /** Connect a client to a project; it works there with the role that the person has at each call. */
  connect_client: ['owner', 'admin', 'approver', 'member', 'viewer'],
  create_project: ['owner', 'admin', 'member'],
  rename_project: ['owner', 'admin'],
  delete_project: ['owner', 'admin'],
  /** Replace a project's data key. */
  rotate_keys: ['owner', 'admin'],
  /** Take everything of a project out, what others keep in it included, and bring such an archive in as a new project. */
  move_project: ['owner', 'admin'],
  /** See who is in the workspace, with which role. */
  read_members: ['owner', 'admin', 'approver', 'member', 'viewer'],
  /** Give roles, remove members, invite; owners are out of reach without `manage_owners`. */
  manage_members: ['owner', 'admin'],
  /** Make owners, and change or remove them. */
  manage_owners: ['owner'],
  rename_workspace: ['owner', 'admin'],
  delete_workspace: ['owner'],
  /** Read a project's audit and its traces, verify and export them; of a workspace, what was done to it and its people. */
  read_audit: ['owner', 'admin', 'approver', 'member'],
  /** Write policies and put them in force, of a project and of the workspace. */
  manage_policies: ['owner', 'admin'],
  /** Decide on actions that wait for an approval. */
  vote_on_approvals: ['owner', 'admin', 'approver'],
  /** Let people of a project approve what they asked for themselves. */
  allow_self_approval: ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof rolesOf;

/** Whether a role in a workspace holds a right in it and in its projects. */
export function may(role: Role, right: Right): boolean {
  const holders: readonly Role[] = rolesOf[right];
  return holders.includes(role);
}

/** Whether a role may give or take the others, such as both roles of a change; only owners reach the owner's. */
export function mayGive(role: Role, others: readonly Role[]): boolean {
  return may(role, 'manage_members') && (!others.includes('owner') || may(role, 'manage_owners'));
}
