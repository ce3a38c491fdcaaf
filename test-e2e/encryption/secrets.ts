import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStoreFolder } from '@cairn/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey, post, signIn } from '../accounts/people.ts';
import { added } from '../knowledge/documents.ts';
import { callerFor } from '../product/caller.ts';
import { newAccount, startProduct } from '../product/start-product.ts';
import { createPlanted, type Planted } from './planted.ts';

/** Where a product keeps its data, and how to read all of it. */
export interface Keeping {
  readonly env: Readonly<Record<string, string>>;
  /** Everything that is kept, as bytes, once the product has ended. */
  read(dataDir: string): Promise<readonly Buffer[]>;
  remove(): Promise<void>;
}

/** Nothing that is secret is in the data, the logs or the traces of a product that was used in every way. */
export function secretsSuite(keep: () => Promise<Keeping>): void {
  const planted = createPlanted();
  const sent: Buffer[] = [];
  const clear = 'a title that is kept in clear';
  let kept: readonly Buffer[] = [];
  let logged = '';

  beforeAll(async () => {
    const collector = createServer((request, response) => {
      request.on('data', (part: Buffer) => void sent.push(part));
      request.once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const keeping = await keep();
    const folder = await createStoreFolder();
    const made = newAccount();
    const account = { ...made, apiKey: planted.note('first key', made.apiKey), password: planted.note('first password', made.password) };
    const product = await startProduct({
      dataDir: folder.path,
      account,
      env: {
        CAIRN_LOG_LEVEL: 'trace',
        CAIRN_SIGN_UP: 'open',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '100',
        ...keeping.env,
      },
    });
    try {
      await useEverything(product.baseUrl, account, planted, clear);
    } finally {
      await product.stop();
    }
    logged = product.output();
    kept = await keeping.read(folder.path);
    await folder.remove();
    await keeping.remove();
    collector.close();
  });
  afterAll(() => {
    sent.length = 0;
  });

  test('nothing that was planted is in the data, where what may stand in clear is found', () => {
    const whole = Buffer.concat(kept);
    expect(whole.includes(clear)).toBe(true);
    expect(planted.foundIn(whole)).toEqual([]);
  });

  test('nothing that was planted is in the log, which tells of each request', () => {
    expect(logged).toContain('/mcp/tools/call');
    expect(planted.foundIn(Buffer.from(logged))).toEqual([]);
  });

  test('nothing that was planted is in the traces, which tell of each request', () => {
    const whole = Buffer.concat(sent);
    expect(whole.includes('/mcp/tools/call')).toBe(true);
    expect(planted.foundIn(whole)).toEqual([]);
  });
}

async function useEverything(
  baseUrl: string,
  account: { readonly email: string; readonly password: string; readonly apiKey: string },
  planted: Planted,
  clear: string,
): Promise<void> {
  const someone = await signIn(baseUrl, account);
  planted.note('session token', someone.token);
  const [workspace] = (await someone.rest('GET', '/auth/me')).body.workspaces;
  const projectId = workspace.projects[0].id as string;
  const session = someone.in(projectId);
  const key = planted.note('another key', await newKey(someone, projectId));
  const caller = callerFor(baseUrl, key);

  const saved = await caller.tool('save_memory', { content: planted.plant('memory') });
  const id = saved.body.result.memory_id as string;
  await caller.tool('update_memory', { memory_id: id, content: planted.plant('newer memory') });
  await caller.rest('PATCH', `/v1/memories/${id}`, { metadata: { note: planted.plant('metadata') } }, { 'idempotency-key': 'once' });
  await caller.rest('POST', '/v1/memories', { content: planted.plant('memory kept for a key') }, { 'idempotency-key': 'one' });
  await caller.rest('POST', '/v1/memories/search', { query: planted.plant('search of memories') });
  await caller.rest('POST', '/v1/context', { task: planted.plant('task of a context') });
  await caller.rest('GET', `/v1/memories?metadata=${encodeURIComponent(JSON.stringify({ note: planted.plant('filter') }))}`);
  await caller.rest('GET', `/v1/memories?unknown=${planted.plant('query string')}`);
  await fetch(`${baseUrl}/v1/memories?api_key=${key}`);
  await fetch(`${baseUrl}/v1/memories?api_key=${planted.plant('wrong key in a query')}`);
  await callerFor(baseUrl, planted.plant('wrong key')).rest('GET', '/v1/memories');
  await caller.tool('save_memory', { content: 'x', [planted.plant('unknown argument')]: planted.plant('value of it') });
  await caller.tool(planted.plant('unknown tool'), {});
  await caller.modern('search_knowledge', { query: planted.plant('search by MCP') });

  await added(caller, clear, `A heading\n\n${planted.plant('document')} and more words.\n`.repeat(40));
  await caller.rest('POST', '/v1/knowledge/search', { query: planted.plant('search of knowledge') });
  await session.rest('POST', '/v1/agents', {
    name: 'an agent',
    instructions: planted.plant('instructions'),
    description: planted.plant('description'),
  });
  await session.rest('POST', '/v1/tasks', {
    goal: planted.plant('goal'),
    plan: { steps: [{ id: 'one', kind: 'memory.save', input: { content: planted.plant('step') } }] },
  });
  await session.rest('POST', '/v1/actions', { kind: 'shell.exec', command: `echo ${planted.plant('command')}`, cwd: '/repo' });
  await session.rest('GET', `/v1/projects/${projectId}/export`);
  await post(baseUrl, '/auth/sign-in', { email: account.email, password: planted.plant('wrong password') });
  await post(baseUrl, '/auth/sign-up', { email: 'eve@example.org', password: planted.plant('password') });
  await fetch(`${baseUrl}/mcp/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: `{"broken": "${planted.plant('broken body')}`,
  });
  const rotated = await session.rest('POST', '/v1/api-keys', { name: 'rotated' });
  planted.note('rotated key', rotated.body.key);
  planted.note('key after rotation', (await session.rest('POST', `/v1/api-keys/${rotated.body.id}/rotate`)).body.key);
  const invitation = await someone.rest('POST', `/v1/workspaces/${workspace.id}/invitations`, { role: 'member' });
  planted.note('invitation', invitation.body.token);
  await session.rest('POST', `/v1/projects/${projectId}/key/rotate`);
}
