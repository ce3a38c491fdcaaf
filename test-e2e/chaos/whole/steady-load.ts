import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { settled, submit } from '../../knowledge/documents.ts';
import { callerFor } from '../../product/caller.ts';
import type { Caller } from '../../product/caller.ts';
import type { Fleet } from './fleet.ts';
import type { Tenant } from './traffic.ts';

/** Of each kind at each gateway. */
const callsEach = 40;
const documentsEach = 3;
const atOnce = 5;

/** The same amount of work each time, at every member; resolves once the workers have done theirs as well. */
export async function loadOnce(fleet: Fleet, { project }: Tenant): Promise<void> {
  const callers = fleet.of('gateway').map(({ baseUrl }) => callerFor(baseUrl, project.secret));
  for (const caller of callers) await times(callsEach, () => mixedCalls(caller));
  for (const { baseUrl } of fleet.of('oauth')) {
    const person = callerFor(baseUrl, project.session.secret);
    await times(callsEach, async () => expect((await person.rest('GET', '/auth/me')).status).toBe(200));
  }
  for (const caller of callers) await times(documentsEach, () => oneDocument(caller));
}

async function mixedCalls(caller: Caller): Promise<void> {
  const answers = await Promise.all([
    caller.tool('save_memory', { content: `steadily ${randomUUID()}` }),
    caller.mcp('get_memories', { limit: 20 }),
    caller.tool('search_knowledge', { query: 'which safe is blue', limit: 5 }),
    caller.rest('POST', '/v1/memories/search', { query: 'memory', limit: 5 }),
    caller.rest('GET', '/v1/tasks'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
}

async function oneDocument(caller: Caller): Promise<void> {
  const id = await submit(caller, `${randomUUID()}.md`, '# Steadily\n\nA safe that is green.');
  expect((await settled(caller, id, 60_000)).status).toBe('ready');
}

/** So many times, some at once. */
async function times(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const line = async (): Promise<void> => {
    while ((left -= 1) >= 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}
