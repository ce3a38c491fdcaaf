import { roles } from '@cairn/core';
import { expect, test } from 'vitest';
import { may } from './rights.ts';
import type { Right } from './rights.ts';

// Written out a second time: who may do what changes on purpose or not at all.
const expected: Record<Right, string> = {
  read_content: 'owner admin approver member viewer',
  write_content: 'owner admin approver member',
  manage_keys: 'owner admin approver member',
  manage_all_keys: 'owner admin',
  connect_client: 'owner admin approver member viewer',
  create_project: 'owner admin member',
  rename_project: 'owner admin',
  delete_project: 'owner admin',
};

test('each right is held by its roles', () => {
  const isRight = (name: string): name is Right => name in expected;
  const held = Object.keys(expected)
    .filter(isRight)
    .map((right) => [right, roles.filter((role) => may(role, right)).join(' ')]);
  expect(Object.fromEntries(held)).toEqual(expected);
});
