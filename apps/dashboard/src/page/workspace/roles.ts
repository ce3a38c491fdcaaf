import type { Role } from '../api/people.ts';
import type { Choice } from '../ui/field.tsx';

/** What each role is for, from the most rights to the fewest. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'Everything, also deleting the workspace',
  admin: 'Manages people, projects and all keys',
  approver: 'Works, and decides what waits for approval',
  member: 'Works: memories, documents and keys of their own',
  viewer: 'Reads only',
};

const names: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  approver: 'Approver',
  member: 'Member',
  viewer: 'Viewer',
};

export const roleName = (role: Role): string => names[role];

export const invitable = ['admin', 'approver', 'member', 'viewer'] as const satisfies readonly Role[];
export const allRoles = ['owner', ...invitable] as const satisfies readonly Role[];

export const roleChoices = <Value extends Role>(roles: readonly Value[]): readonly Choice<Value>[] =>
  roles.map((value) => ({ value, label: names[value] }));
