import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { fullText, originalBytes, search } from '../knowledge/documents.ts';
import { call, callerFor } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import type { Account, Product } from '../product/start-product.ts';

interface Shown {
  readonly memory_id?: string;
  readonly id?: string;
  readonly content: string;
}

/** What the release of migration 0008 said of its data, by its own doors, when the dump beside this file was made. */
export interface Release {
  readonly masterKey: string;
  readonly account: Account;
  readonly keys: { readonly other: string; readonly second: string };
  /** By the first key, by that of the second project, and by the session. */
  readonly memories: readonly Shown[];
  readonly secondMemories: readonly Shown[];
  readonly shownMemories: readonly Shown[];
  readonly recall: { readonly id: string; readonly query: string };
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string; readonly query: string }[];
  readonly members: readonly object[];
  readonly projects: readonly object[];
  readonly client: { readonly id: string; readonly secret: string };
}

const fileOf = (name: string): URL => new URL(name, import.meta.url);

export const readRelease = async (): Promise<Release> => JSON.parse(await readFile(fileOf('release-0008.json'), 'utf8')) as Release;
export const releaseDump = (): Promise<string> => readFile(fileOf('release-0008.sql'), 'utf8');

/** The product over the old data says what the old release said, and works on it. */
export async function expectRelease(product: Product, release: Release): Promise<void> {
  const { baseUrl } = product;
  const { account, keys, recall } = release;
  const person = await signIn({ baseUrl, account });
  const first = callerFor(baseUrl, account.apiKey);
  const session = person.in(person.firstProjectId);
  const plain = callerFor(baseUrl, person.token);

  expect((await first.tool('get_memories', { limit: 200 })).body.result).toMatchObject({
    total: release.memories.length,
    memories: release.memories,
  });
  expect((await callerFor(baseUrl, keys.second).tool('get_memories', {})).body.result.memories).toMatchObject(release.secondMemories);
  expect((await session.rest('GET', '/v1/memories?limit=200')).body.data).toMatchObject(release.shownMemories);
  for (const { id, title, text, query } of release.documents) {
    expect((await session.rest('GET', `/v1/knowledge/documents/${id}`)).body).toMatchObject({ title, status: 'ready' });
    expect([await fullText(first, id), (await originalBytes(first, id)).toString()]).toEqual([text, text]);
    expect((await search(first, query)).results[0]?.document_id).toBe(id);
  }
  expect((await session.rest('POST', '/v1/memories/search', { query: recall.query })).body.data[0]).toMatchObject({ id: recall.id });
  expect((await plain.rest('GET', `/v1/workspaces/${person.workspaceId}/members`)).body.data).toMatchObject(release.members);
  expect((await plain.rest('GET', '/v1/projects')).body.data).toMatchObject(release.projects);
  expect(await secretIsKnown(baseUrl, release.client)).toBe(true);

  const audit = (await session.rest('GET', '/v1/audit?limit=200')).body.data as readonly { readonly action: string }[];
  const saves = audit.filter(({ action }) => action === 'memory.save');
  // One of them was deleted since.
  expect(saves).toHaveLength(release.memories.length + 1);
  expect((await session.rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });

  const filter = encodeURIComponent('{"topic":"lamp"}');
  await expect
    .poll(async () => (await session.rest('GET', `/v1/memories?metadata=${filter}`)).body.data.length, { timeout: 30_000 })
    .toBe(1);
  expect((await first.rest('POST', '/v1/memories', { content: 'of this release' })).status).toBe(201);
  expect((await session.rest('PATCH', `/v1/memories/${recall.id}`, { content: 'changed by this release' })).status).toBe(200);
  const history = (await session.rest('GET', `/v1/memories/${recall.id}/history`)).body.data as readonly Shown[];
  expect(history.map(({ content }) => content)).toEqual(['changed by this release', 'Ada prefers her tea without sugar.']);
  expect((await plain.rest('POST', `/v1/projects/${person.firstProjectId}/key/rotate`)).status).toBe(202);
}

/** A wrong code is told from a wrong client. */
async function secretIsKnown(baseUrl: string, { id, secret }: Release['client']): Promise<boolean> {
  const ask = (clientSecret: string) =>
    call(`${baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'none',
        redirect_uri: 'https://app.example/callback',
        code_verifier: 'v'.repeat(43),
        client_id: id,
        client_secret: clientSecret,
      }).toString(),
    });
  const [right, wrong] = [await ask(secret), await ask('wrong')];
  return right.body.error === 'invalid_grant' && wrong.body.error === 'invalid_client';
}
