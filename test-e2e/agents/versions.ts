import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Project, Suite } from '../product/stage.ts';
import { make } from './definitions.ts';

export const versionSuite: Suite = (stage) => {
  describe('the versions of an agent', () => {
    let home: Project;
    beforeAll(async () => {
      home = await stage.newProject();
    });
    const fresh = async (): Promise<string> => (await make(home.caller, { name: `agent ${randomUUID()}`, instructions: 'one' })).body.id;
    const change = (id: string, body: object) => home.caller.rest('PATCH', `/v1/agents/${id}`, body);
    const versions = (id: string, query = '') => home.other.rest('GET', `/v1/agents/${id}/versions${query}`);

    test('are kept, with who made them, newest first and in pages', async () => {
      const id = await fresh();
      expect((await change(id, { instructions: 'two' })).body).toMatchObject({ version: 2, instructions: 'two' });
      await home.session.rest('PATCH', `/v1/agents/${id}`, { instructions: null, tools: ['save_memory'] });
      const { data } = (await versions(id)).body;
      expect(data).toMatchObject([
        { version: 3, instructions: null, tools: ['save_memory'], changed_by: { kind: 'session' }, current: true },
        { version: 2, instructions: 'two', tools: null, changed_by: { kind: 'api_key', credential_id: home.keyId }, current: false },
        { version: 1, instructions: 'one', current: false },
      ]);
      const first = (await versions(id, '?limit=2')).body;
      const rest = (await versions(id, `?limit=2&cursor=${first.next_cursor}`)).body;
      expect([...first.data, ...rest.data]).toEqual(data);
      expect(rest.next_cursor).toBeNull();
    });

    test('tell whether a change was made of the one that holds', async () => {
      const id = await fresh();
      expect((await change(id, { instructions: 'two', expected_version: 1 })).status).toBe(200);
      const late = await change(id, { instructions: 'late', expected_version: 1 });
      expect(late.body).toMatchObject({ status: 409, code: 'conflict' });
      expect((await home.caller.rest('GET', `/v1/agents/${id}`)).body).toMatchObject({ instructions: 'two', version: 2 });
      const racers = await Promise.all(Array.from({ length: 6 }, (_, i) => change(id, { model: `m${i}`, expected_version: 2 })));
      expect(racers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test('are none of a change that names nothing, or nothing new', async () => {
      const id = await fresh();
      expect((await change(id, {})).status).toBe(400);
      expect((await change(id, { expected_version: 1 })).status).toBe(400);
      expect((await change(id, { instructions: 'one' })).body.version).toBe(1);
    });

    test('stay when the agent is deleted, and so do its memories', async () => {
      const id = await fresh();
      const { name } = (await home.caller.rest('GET', `/v1/agents/${id}`)).body;
      const kept = { content: 'what the agent learned', agent_id: id, agent_name: name };
      const memory = (await home.caller.rest('POST', '/v1/memories', kept)).body.id;
      await home.caller.rest('PATCH', `/v1/memories/${memory}`, { content: 'what the agent learned since' });
      expect((await home.session.rest('DELETE', `/v1/agents/${id}`)).status).toBe(204);
      expect((await home.caller.rest('GET', `/v1/agents/${id}`)).status).toBe(404);
      expect((await change(id, { instructions: 'two' })).status).toBe(404);
      expect((await home.caller.rest('DELETE', `/v1/agents/${id}`)).status).toBe(404);
      expect((await versions(id)).body.data).toMatchObject([{ version: 1, name, current: false }]);
      expect((await home.caller.rest('GET', `/v1/memories?agent_id=${id}`)).body.data).toMatchObject([{ id: memory, agent_name: name }]);
      expect((await home.caller.rest('GET', `/v1/memories/${memory}/history`)).body.data).toHaveLength(2);
      expect((await make(home.caller, { name })).status).toBe(201);
    });
  });
};
