import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '../testing/product.ts';
import type { Answered, Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  // Long enough that a credential is still remembered when it is ended.
  product = await createProduct({ leaseMs: 250 });
});
afterAll(() => product.close());

const person = () => ({ as: product.callers.session });
const inA = () => ({ as: product.callers.session, project: product.projectA });
const statusOf = async (answer: Promise<Answered>) => (await answer).status;
const works = (key: string) => statusOf(product.tool(key, 'get_memories'));

const createProject = (payload: object, headers: Record<string, string> = {}) =>
  product.send({ method: 'POST', url: '/v1/projects', ...person(), payload, headers });

describe('API keys', () => {
  const url = '/v1/api-keys';
  const create = (payload: object = { name: 'CI' }, headers: Record<string, string> = {}) =>
    product.send({ method: 'POST', url, ...inA(), payload, headers });

  it('a new key is shown once and works at once', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'CI',
      key: expect.stringMatching(/^cairn_\w{48}$/),
      prefix: made.body.key.slice(0, 12),
      last4: made.body.key.slice(-4),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_used_at: null,
    });
    expect(await works(made.body.key)).toBe(200);
    const listed = await product.send({ url, ...inA() });
    expect(listed.body.data[0]).toMatchObject({ id: made.body.id, prefix: made.body.prefix, last4: made.body.last4 });
    expect(listed.text).not.toContain(made.body.key.slice(12, -4));
    expect(product.log.join('\n')).not.toContain(made.body.key.slice(12, -4));
  });

  it('a key that was tried before it was made works once it is made', async () => {
    const unknown = `cairn_${'0'.repeat(48)}`;
    expect(await works(unknown)).toBe(401);
    expect(await works((await create()).body.key)).toBe(200);
  });

  it('a revoked key is refused from the next request on, and only once revoked', async () => {
    const { id, key } = (await create()).body;
    expect(await works(key)).toBe(200);
    expect(await statusOf(product.send({ method: 'DELETE', url: `${url}/${id}`, ...inA() }))).toBe(204);
    expect(await works(key)).toBe(401);
    expect(await statusOf(product.send({ method: 'DELETE', url: `${url}/${id}`, ...inA() }))).toBe(404);
    expect(await statusOf(product.send({ method: 'POST', url: `${url}/${id}/rotate`, ...inA() }))).toBe(404);
    const listed = await product.send({ url: `${url}?limit=200`, ...inA() });
    expect(listed.body.data.map((shown: { id: string }) => shown.id)).not.toContain(id);
  });

  it('a rotated key keeps its id and its memories; its old secret is refused', async () => {
    const { id, key } = (await create()).body;
    const { memory_id } = (await product.tool(key, 'save_memory', { content: 'mine' })).body.result;
    const rotated = await product.send({ method: 'POST', url: `${url}/${id}/rotate`, ...inA() });
    expect(rotated.status).toBe(200);
    expect(rotated.body).toMatchObject({ id, name: 'CI', last4: rotated.body.key.slice(-4) });
    expect([await works(key), await works(rotated.body.key)]).toEqual([401, 200]);
    expect(await statusOf(product.tool(rotated.body.key, 'update_memory', { memory_id, content: 'still mine' }))).toBe(200);
  });

  it('are walked with a cursor', async () => {
    await create();
    await create();
    const first = await product.send({ url: `${url}?limit=2`, ...inA() });
    expect(first.body.data).toHaveLength(2);
    const next = await product.send({ url: `${url}?limit=200&cursor=${first.body.next_cursor}`, ...inA() });
    const all = await product.send({ url: `${url}?limit=200`, ...inA() });
    expect([...first.body.data, ...next.body.data]).toEqual(all.body.data);
    expect(all.body.next_cursor).toBeNull();
  });

  it('of another project are not seen', async () => {
    const { id } = (await create()).body;
    const inB = { as: product.callers.session, project: product.projectB };
    expect((await product.send({ url, ...inB })).body.data.map((key: { id: string }) => key.id)).not.toContain(id);
    expect(await statusOf(product.send({ method: 'DELETE', url: `${url}/${id}`, ...inB }))).toBe(404);
  });

  it.each(['a', 'viewer'] as const)('are not managed by %s', async (who) => {
    const caller = { as: product.callers[who], project: product.projectA };
    const id = randomUUID();
    const answers = await Promise.all([
      product.send({ url, ...caller }),
      product.send({ method: 'POST', url, ...caller, payload: { name: 'x' } }),
      product.send({ method: 'POST', url: `${url}/${id}/rotate`, ...caller }),
      product.send({ method: 'DELETE', url: `${url}/${id}`, ...caller }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'forbidden']));
  });

  it.each([{}, { name: '' }, { name: '  ' }, { name: 'a\nb' }, { name: '\u202ex' }, { name: 'x'.repeat(129) }, { name: 'x', key: 'mine' }])(
    '%j is refused',
    async (payload) => {
      expect(await statusOf(create(payload))).toBe(400);
    },
  );

  describe('with an Idempotency-Key', () => {
    it('a repeat gets the very same key, which is nowhere in clear', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await create({ name: 'once' }, headers);
      const second = await create({ name: 'once' }, headers);
      expect([second.status, second.body]).toEqual([201, first.body]);
      const { rows } = await product.database.app.query('select encode(answer, $1) as answer from cairn.user_answers', ['escape']);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(first.body.key.slice(12));
    });

    it('another session of the same person does not get it', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      await create({ name: 'mine' }, headers);
      const other = await product.newSession();
      const answer = await product.send({ method: 'POST', url, as: other, project: product.projectA, payload: { name: 'mine' }, headers });
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
      expect(answer.text).not.toContain('cairn_');
    });

    it('a double rotation gives one secret, and it works', async () => {
      const { id } = (await create()).body;
      const headers = { 'idempotency-key': randomUUID() };
      const rotate = () => product.send({ method: 'POST', url: `${url}/${id}/rotate`, ...inA(), headers });
      const [first, second] = await Promise.all([rotate(), rotate()]);
      expect(second.body).toEqual(first.body);
      expect(await works(first.body.key)).toBe(200);
    });
  });
});

describe('workspaces and projects', () => {
  it('a person makes a workspace and a project in it, and works there', async () => {
    const workspace = await product.send({ method: 'POST', url: '/v1/workspaces', ...person(), payload: { name: 'Second' } });
    expect([workspace.status, workspace.body]).toMatchObject([201, { name: 'Second', plan: 'free', role: 'owner' }]);
    expect((await product.send({ url: '/v1/workspaces', ...person() })).body.data.map(({ id }: { id: string }) => id)).toContain(
      workspace.body.id,
    );
    const project = await createProject({ name: 'Fresh', workspace_id: workspace.body.id });
    expect([project.status, project.body]).toMatchObject([201, { name: 'Fresh', workspace_id: workspace.body.id }]);
    expect(project.headers['location']).toBe(`/v1/projects/${project.body.id}`);
    expect((await product.send({ url: `/v1/projects/${project.body.id}`, ...person() })).body).toEqual(project.body);
    const inside = { as: product.callers.session, project: project.body.id };
    expect(await statusOf(product.send({ method: 'POST', url: '/v1/memories', ...inside, payload: { content: 'x' } }))).toBe(201);
  });

  it('a project is renamed and deleted with its keys', async () => {
    const project = (await createProject({ name: 'Short-lived', workspace_id: product.workspaceId })).body;
    const inside = { as: product.callers.session, project: project.id };
    const { key } = (await product.send({ method: 'POST', url: '/v1/api-keys', ...inside, payload: { name: 'k' } })).body;
    expect(await works(key)).toBe(200);
    const renamed = await product.send({ method: 'PATCH', url: `/v1/projects/${project.id}`, ...person(), payload: { name: 'Renamed' } });
    expect(renamed.body).toMatchObject({ id: project.id, name: 'Renamed' });
    expect(await statusOf(product.send({ method: 'DELETE', url: `/v1/projects/${project.id}`, ...person() }))).toBe(204);
    expect(await works(key)).toBe(401);
    expect(await statusOf(product.send({ url: `/v1/projects/${project.id}`, ...person() }))).toBe(404);
  });

  it('a key sees its own project and workspace and changes nothing', async () => {
    const key = { as: product.callers.a };
    expect((await product.send({ url: '/v1/projects', ...key })).body).toMatchObject({
      data: [{ id: product.projectA }],
      next_cursor: null,
    });
    expect((await product.send({ url: '/v1/workspaces', ...key })).body).toMatchObject({ data: [{ id: product.workspaceId }] });
    expect(await statusOf(product.send({ url: `/v1/projects/${product.projectA}`, ...key }))).toBe(200);
    expect(await statusOf(product.send({ url: `/v1/projects/${product.projectB}`, ...key }))).toBe(404);
    const writes = await Promise.all([
      product.send({ method: 'POST', url: '/v1/workspaces', ...key, payload: { name: 'x' } }),
      product.send({ method: 'POST', url: '/v1/projects', ...key, payload: { name: 'x', workspace_id: product.workspaceId } }),
      product.send({ method: 'PATCH', url: `/v1/projects/${product.projectA}`, ...key, payload: { name: 'x' } }),
      product.send({ method: 'DELETE', url: `/v1/projects/${product.projectA}`, ...key }),
    ]);
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('who may only look changes nothing', async () => {
    const viewer = { as: product.callers.viewer };
    const answers = await Promise.all([
      product.send({ method: 'POST', url: '/v1/projects', ...viewer, payload: { name: 'x', workspace_id: product.workspaceId } }),
      product.send({ method: 'PATCH', url: `/v1/projects/${product.projectA}`, ...viewer, payload: { name: 'x' } }),
      product.send({ method: 'DELETE', url: `/v1/projects/${product.projectA}`, ...viewer }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await product.send({ url: '/v1/projects', ...viewer })).body.data.length).toBeGreaterThan(0);
  });

  it('a stranger finds nothing', async () => {
    const stranger = { as: await product.newStranger() };
    expect((await product.send({ url: '/v1/projects', ...stranger })).body).toEqual({ data: [], next_cursor: null });
    const answers = await Promise.all([
      product.send({ url: `/v1/projects/${product.projectA}`, ...stranger }),
      product.send({ method: 'DELETE', url: `/v1/projects/${product.projectA}`, ...stranger }),
      product.send({ method: 'POST', url: '/v1/projects', ...stranger, payload: { name: 'x', workspace_id: product.workspaceId } }),
      product.send({ url: `/v1/projects/${randomUUID()}`, ...stranger }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('the lists are walked with a cursor', async () => {
    await createProject({ name: 'One more', workspace_id: product.workspaceId });
    const all = (await product.send({ url: '/v1/projects?limit=200', ...person() })).body.data;
    const first = (await product.send({ url: '/v1/projects?limit=1', ...person() })).body;
    const rest = (await product.send({ url: `/v1/projects?cursor=${first.next_cursor}`, ...person() })).body;
    expect([...first.data, ...rest.data]).toEqual(all);
  });

  it('an Idempotency-Key makes one project', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Only one', workspace_id: product.workspaceId };
    const [first, second] = await Promise.all([createProject(body, headers), createProject(body, headers)]);
    expect(second.body).toEqual(first.body);
    expect(await statusOf(createProject({ ...body, name: 'Another' }, headers))).toBe(409);
  });

  it.each([{}, { name: 'x' }, { name: 'x', workspace_id: 'nope' }, { name: '', workspace_id: randomUUID() }])(
    '%j makes no project',
    async (payload) => {
      expect(await statusOf(createProject(payload))).toBe(400);
    },
  );
});
