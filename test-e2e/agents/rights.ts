import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKey, newMember, newOwner } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { make } from './definitions.ts';

export const rightsSuite: Suite = (stage) => {
  test.each([
    ['admin', true],
    ['member', true],
    ['approver', false],
    ['viewer', false],
  ])('the role of %s reads agents, and writes them: %s', async (role, mayWrite) => {
    const owner = await newOwner(stage);
    const { body: agent } = await make(owner.in(owner.projectId), { name: 'the house agent' });
    const person = await newMember(stage, owner, role);
    const callers = [person.in(owner.projectId)];
    if (role !== 'viewer') callers.push(callerFor(stage.product.baseUrl, await newKey(person, owner.projectId)));
    for (const caller of callers) {
      expect((await caller.rest('GET', `/v1/agents/${agent.id}`)).body.name).toBe('the house agent');
      const own = await make(caller, { name: `own ${randomUUID()}` });
      const changed = await caller.rest('PATCH', `/v1/agents/${agent.id}`, { model: randomUUID() });
      expect([own.status, changed.status]).toEqual(mayWrite ? [201, 200] : [403, 403]);
      if (!mayWrite) expect((await caller.rest('DELETE', `/v1/agents/${agent.id}`)).status).toBe(403);
    }
  });
};
