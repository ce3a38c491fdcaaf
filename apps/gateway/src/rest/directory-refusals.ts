import { CairnError } from '@cairn/core';

/** What a repository answers where it did not do what was asked. */
const told = {
  forbidden: ['FORBIDDEN', 'your role in this workspace may not do that; ask an owner or admin'],
  last_owner: ['CONFLICT', 'a workspace keeps at least one owner; make somebody else an owner first'],
  too_many: ['CONFLICT', 'there are as many of these as there can be; remove one first'],
} as const;

type Refusal = 'not_found' | keyof typeof told;

/** What was done. @throws the refusal as an error; what is not there is told in `missing`. */
export function done<Outcome>(outcome: Outcome | Refusal, missing: string): Exclude<Outcome, Refusal> {
  if (outcome === 'not_found') throw new CairnError('NOT_FOUND', { message: missing });
  if (isRefusal(outcome)) {
    const [code, message] = told[outcome];
    throw new CairnError(code, { message });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every refusal was thrown
  return outcome as Exclude<Outcome, Refusal>;
}

const isRefusal = (outcome: unknown): outcome is keyof typeof told => typeof outcome === 'string' && Object.hasOwn(told, outcome);

export const noSuchWorkspace = 'no workspace with that id that you are a member of';
export const noSuchMember = 'no member with that id in a workspace of yours with that id';
export const noSuchInvitation = 'no open invitation with that id in a workspace of yours with that id';
export const noSuchProject = 'no project with that id that you can work in';
