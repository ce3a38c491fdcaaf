import { expect } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';

const revisions = '/v1/policies/revisions';

export const allowMemory = {
  id: 'allow-memory',
  effect: 'allow',
  when: { kind: ['memory.write', 'memory.delete', 'knowledge.write', 'knowledge.delete'] },
  justification: 'free',
};
export const denySaves = {
  id: 'deny-saves',
  effect: 'deny',
  when: { kind: ['memory.write'] },
  justification: 'nothing is to be remembered',
};
export const askWrites = {
  id: 'ask-writes',
  effect: 'require_approval',
  when: { kind: ['memory.write', 'memory.delete', 'knowledge.delete'] },
  justification: 'a person looks first',
};
export const allowPolicy = {
  id: 'allow-policy',
  effect: 'allow',
  when: { kind: ['policy.change'], credential: ['session'] },
  justification: 'people may',
};

/** Writes a revision; gives its number. */
export async function written(person: Caller, rules: readonly object[], scope?: 'workspace'): Promise<number> {
  const { status, body } = await person.rest('POST', revisions, { name: 'of a test', rules, ...(scope && { scope }) });
  expect([status, body]).toMatchObject([201, { number: expect.any(Number), active: false, fault: null }]);
  return body.number;
}

export const activate = (person: Caller, number: number, scope?: 'workspace'): Promise<Answer> =>
  person.rest('POST', `${revisions}/${number}/activate${scope === undefined ? '' : `?scope=${scope}`}`);

/** Puts rules in force. */
export async function inForce(person: Caller, rules: readonly object[], scope?: 'workspace'): Promise<number> {
  const number = await written(person, rules, scope);
  const { status, body } = await activate(person, number, scope);
  expect([status, body]).toMatchObject([200, { number, active: true }]);
  return number;
}
