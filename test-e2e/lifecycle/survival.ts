import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { added, documents, foundIn, fullText, settled, submit } from '../knowledge/documents.ts';
import { remembered, save } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import type { Person } from '../product/person.ts';
import { newProject } from '../product/stage.ts';
import type { Project } from '../product/stage.ts';
import type { Product } from '../product/start-product.ts';
import { head, overWire } from '../product/wire.ts';
import type { Place } from './place.ts';

const writers = 8;
const flowers = ['amaranth', 'begonia', 'camellia', 'dahlia', 'edelweiss'];

/** What a product keeps through every kind of end. */
export function tellSurvival(openPlace: () => Promise<Place>): void {
  let place: Place;
  let product: Product;
  let person: Person;
  let project: Project;
  let interrupted: readonly string[] = [];
  /** What was acknowledged so far. */
  const acknowledged = new Set<string>();

  beforeAll(async () => {
    place = await openPlace();
    product = await place.start();
    person = await signIn(product);
    project = await newProject(person);
  });
  afterAll(async () => {
    await product.end('SIGTERM');
    await place.remove();
  });

  /** Saves one after the other, at several callers at once, until the product is gone. */
  const saveUntilGone = (caller: Caller): Promise<unknown> =>
    Promise.all(
      Array.from({ length: writers }, async () => {
        for (;;) {
          const content = `kept ${randomUUID()}`;
          const answer = await caller.tool('save_memory', { content }).catch(() => undefined);
          if (answer === undefined) return;
          if (answer.status === 200) acknowledged.add(content);
        }
      }),
    );

  const expectAllThere = async () => {
    const contents = (await remembered(project.caller)).map(({ content }) => content);
    expect(new Set(contents).size).toBe(contents.length);
    const lost = [...acknowledged].filter((content) => !contents.includes(content));
    expect(lost).toEqual([]);
    // One more than was acknowledged may be there for each call that was cut off.
    expect(contents.length - acknowledged.size).toBeLessThanOrEqual(writers * 4);
  };

  describe('kill -9', () => {
    // The first, since a job of a worker that was killed is taken up again only when its lock has run out.
    test('while documents are worked on loses none of them', async () => {
      const texts = flowers.map((word) => `${'Lines of no matter. '.repeat(4000)}The flower of this one is the ${word}.`);
      interrupted = await Promise.all(texts.map((text, at) => submit(project.caller, `big ${at}.txt`, text)));
      await product.end('SIGKILL');
      product = await place.start();
      const { data } = (await project.caller.rest('GET', documents)).body;
      expect(new Set(data.map(({ id }: { id: string }) => id))).toEqual(new Set(interrupted));
      await expectAllThere();
    });

    test.each([150, 700])('after %d ms of writing loses nothing that was acknowledged', async (ms) => {
      const before = acknowledged.size;
      const saving = saveUntilGone(project.caller);
      await expect.poll(() => acknowledged.size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, ms));
      expect(await product.end('SIGKILL')).toBeNull();
      await saving;
      product = await place.start();
      await expectAllThere();
    });
  });

  describe('SIGTERM', () => {
    test('lets requests under way finish, takes no new ones, and ends with 0 within ten seconds', async () => {
      const content = `in flight ${randomUUID()}`;
      const body = Buffer.from(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'save_memory', arguments: { content } } }),
      );
      const headers = { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json' };
      const pieces = [head({ path: '/mcp/tools/call', headers, body }), body.subarray(0, 30), body.subarray(30)];
      const slow = overWire(place.port, pieces, { pauseMs: 700 });
      const idle = connect({ port: place.port, host: '127.0.0.1' });
      const idleEnded = new Promise((resolve) => idle.once('close', resolve));
      idle.on('error', () => {});
      await new Promise((resolve) => setTimeout(resolve, 300));
      const saving = saveUntilGone(project.caller);
      const startedAt = performance.now();
      const exit = product.end('SIGTERM');
      await new Promise((resolve) => setTimeout(resolve, 300));
      const refused = await fetch(`${product.baseUrl}/healthz`).catch((error: Error) => error);
      expect(refused).toBeInstanceOf(Error);
      expect((await slow).status).toBe(200);
      acknowledged.add(content);
      expect(await exit).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      await Promise.all([saving, idleEnded]);
      product = await place.start();
      await expectAllThere();
    });

    test('hands a document that is worked on to the next start', async () => {
      const text = 'Words upon words. '.repeat(20_000) + 'The last one is yesterday.';
      const id = await submit(project.caller, 'handed.txt', text);
      const watching = fetch(`${product.baseUrl}${documents}/${id}/events`, { headers: { authorization: `Bearer ${project.secret}` } });
      const events = (await watching).text().catch(() => '');
      const startedAt = performance.now();
      expect(await product.end('SIGTERM')).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      // A stream does not hold the end up.
      expect(await events).toContain('event: progress');
      product = await place.start();
      expect(await settled(project.caller, id)).toMatchObject({ status: 'ready' });
      expect(await foundIn(project.caller, 'yesterday')).toEqual(new Set([id]));
    });

    test('or SIGINT, sent twice at once, is one', async () => {
      const exit = product.end('SIGINT');
      void product.end('SIGINT');
      expect(await exit).toBe(0);
      product = await place.start();
    });
  });

  describe('another start', () => {
    test('finds everything as it was', async () => {
      const id = await save(project.caller, 'to be found');
      const document = await added(project.caller, 'found.md', '# Found\n\nThe avocet wades.');
      const once = await project.caller.tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' });
      const revoked = await person.makeKey(project.id, 'revoked');
      await project.session.rest('DELETE', `/v1/api-keys/${revoked.id}`);
      const before = await remembered(project.caller);
      expect(await product.end('SIGTERM')).toBe(0);
      product = await place.start();
      expect(await remembered(project.caller)).toEqual(before);
      expect((await project.caller.tool('update_memory', { memory_id: id, content: 'found' })).status).toBe(200);
      expect(await fullText(project.caller, document)).toBe('# Found\n\nThe avocet wades.');
      expect(await foundIn(project.caller, 'avocet')).toEqual(new Set([document]));
      expect((await project.caller.tool('save_memory', { content: 'once' }, { 'idempotency-key': 'k-1' })).text).toBe(once.text);
      expect((await callerFor(product.baseUrl, revoked.secret).tool('get_memories', {})).status).toBe(401);
      expect((await callerFor(product.baseUrl, person.token).rest('GET', '/auth/me')).status).toBe(200);
      expect((await callerFor(product.baseUrl, place.account.apiKey).tool('get_memories', {})).status).toBe(200);
    });

    test('with another first account in its settings changes no account', async () => {
      await product.end('SIGTERM');
      product = await place.start({
        CAIRN_BOOTSTRAP_EMAIL: 'eve@example.org',
        CAIRN_BOOTSTRAP_PASSWORD: 'another password',
        CAIRN_BOOTSTRAP_API_KEY: `cairn_${'e'.repeat(48)}`,
      });
      expect((await callerFor(product.baseUrl, `cairn_${'e'.repeat(48)}`).tool('get_memories', {})).status).toBe(401);
      expect((await callerFor(product.baseUrl, place.account.apiKey).tool('get_memories', {})).status).toBe(200);
      expect((await signIn({ baseUrl: product.baseUrl, account: place.account })).workspaceId).toBe(person.workspaceId);
      expect(product.output()).not.toContain('First account');
    });

    test('with another master key is refused in one line, and harms nothing', async () => {
      const masterKey = Buffer.alloc(32, 9).toString('base64');
      await product.end('SIGTERM');
      const failed = await place.start({ CAIRN_MASTER_KEY: masterKey }).then(
        () => 'it started',
        (error: Error) => error.message,
      );
      expect(failed).toMatch(/master key/i);
      expect(failed).not.toContain(masterKey);
      // The first line is that of startProduct, which tells what the product printed.
      expect(failed.trim().split('\n')).toHaveLength(2);
      product = await place.start();
      await expectAllThere();
    });
  });

  test('the documents that were worked on when it was killed are searchable in the end', async () => {
    for (const [at, id] of interrupted.entries()) {
      expect(await settled(project.caller, id, 90_000)).toMatchObject({ status: 'ready' });
      expect(await foundIn(project.caller, flowers[at] ?? '')).toEqual(new Set([id]));
    }
  });
}
