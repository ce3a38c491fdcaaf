import { describe, expect, it } from 'vitest';
import { hintFor } from './hint.ts';

const roles = ['owner', 'approver'];

describe('a hint', () => {
  it('is there when fewer people may vote than have to, and says what to do', () => {
    expect(hintFor({ approvers: 0, quorum: 1, roles })).toMatch(/1 person and nobody may vote.*owner or approver.*allow_self_approval/);
    expect(hintFor({ approvers: 1, quorum: 3, roles })).toMatch(/3 people and only 1 person may vote/);
  });

  it('is not there when enough may', () => {
    expect(hintFor({ approvers: 2, quorum: 2, roles })).toBeUndefined();
  });
});
