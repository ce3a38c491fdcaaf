import { roles } from '@cairn/core';
import { expect, test } from 'vitest';
import { may, mayGive } from './rights.ts';
import type { Right } from './rights.ts';

// Written out a second time: who may do what changes on purpose or not at all.
const expected: Record<Right, string> = {
  read_content: 'owner admin approver member viewer',
  write_content: 'owner admin approver member',
  manage_agents: 'owner admin member',
  manage_keys: 'owner admin approver member',
  manage_all_keys: 'owner admin',
  connect_client: 'owner admin approver member viewer',
  create_project: 'owner admin member',
  rename_project: 'owner admin',
  delete_project: 'owner admin',
  rotate_keys: 'owner admin',
  move_project: 'owner admin',
  read_members: 'owner admin approver member viewer',
  manage_members: 'owner admin',
  manage_owners: 'owner',
  rename_workspace: 'owner admin',
  delete_workspace: 'owner',
  read_audit: 'owner admin approver member',
  manage_policies: 'owner admin',
  vote_on_approvals: 'owner admin approver',
  allow_self_approval: 'owner',
};

test('each right is held by its roles', () => {
  const isRight = (name: string): name is Right => name in expected;
  const held = Object.keys(expected)
    .filter(isRight)
    .map((right) => [right, roles.filter((role) => may(role, right)).join(' ')]);
  expect(Object.fromEntries(held)).toEqual(expected);
});

test('owners give every role, admins every role but the owner, and nobody else any', () => {
  const given = roles.map((role) => roles.filter((other) => mayGive(role, [other])).join(' '));
  expect(given).toEqual(['owner admin approver member viewer', 'admin approver member viewer', '', '', '']);
  expect(mayGive('admin', ['member', 'owner'])).toBe(false);
  expect(mayGive('admin', ['owner', 'member'])).toBe(false);
});
