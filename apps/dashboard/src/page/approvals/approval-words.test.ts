import { expect, test } from 'vitest';
import type { Approval } from '../api/approvals.ts';
import { deedWords, quorumWords } from './approval-words.ts';

const waiting = { quorum: 1, approved_by: 0, approvers: 1, roles: ['owner', 'approver'], veto: false } as const;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the words look at nothing else
const wordsOf = (part: object, selfApproval = false): string => quorumWords({ ...waiting, ...part } as unknown as Approval, selfApproval);

test('it is told how many have to approve and who may, and who asked only where they may not', () => {
  expect(wordsOf({})).toBe(
    'One person has to approve. One person may vote: whoever is owner or approver and did not ask. One denial ends it.',
  );
  expect(wordsOf({}, true)).toBe('One person has to approve. One person may vote: whoever is owner or approver. One denial ends it.');
});

test('where fewer may than have to it says so once, with nothing about denials that nobody can cast', () => {
  expect(wordsOf({ approvers: 0 })).toBe('One person has to approve, and nobody may yet.');
  expect(wordsOf({ quorum: 3, approvers: 2, approved_by: 1 })).toBe(
    '3 people have to approve, each by themselves. 1 of them has. Only 2 people may vote: whoever is owner or approver and did not ask. It takes 3 denials to end it.',
  );
});

test('a checkpoint of a task is told as that', () => {
  expect(deedWords({ kind: 'external.change', at_checkpoint: true })).toBe('Go on with a task');
  expect(deedWords({ kind: 'external.change', at_checkpoint: false })).toBe('Change another system');
});
