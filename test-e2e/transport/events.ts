import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

/** Server-sent events as they came, until the stream ended. */
interface Told {
  readonly status: number;
  readonly type: string | null;
  readonly events: readonly { readonly status: string; readonly percent: number }[];
  readonly text: string;
}

async function watch({ baseUrl, secret }: Caller, id: string): Promise<Told> {
  const response = await fetch(`${baseUrl}/v1/knowledge/documents/${id}/events`, { headers: { authorization: `Bearer ${secret}` } });
  const text = await response.text();
  const events = Array.from(text.matchAll(/^event: progress\ndata: (.*)$/gm), ([, data = '']) => JSON.parse(data));
  return { status: response.status, type: response.headers.get('content-type'), events, text };
}

async function submit(caller: Caller, title: string, content: string): Promise<string> {
  return (await caller.rest('POST', '/v1/knowledge/documents', { title, content })).body.document_id;
}

export const eventsSuite: Suite = (stage) => {
  describe('the events of a document', () => {
    test('tell how far it is and end when it is ready', async () => {
      const { caller, session, id: projectId } = await stage.newProject();
      const id = await submit(caller, 'notes.md', '# Notes\n\nThe lighthouse keeper counts the ships.');
      const { status, type, events } = await watch(caller, id);
      expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
      expect(events.at(-1)).toMatchObject({ status: 'ready', percent: 100 });
      for (const [at, event] of events.slice(1).entries()) expect(event.percent).toBeGreaterThanOrEqual(events[at]?.percent ?? 0);
      const again = await watch(caller, id);
      expect(again.events).toEqual([expect.objectContaining({ status: 'ready', percent: 100 })]);
      const asPerson = await fetch(`${stage.product.baseUrl}/v1/knowledge/documents/${id}/events`, {
        headers: { authorization: `Bearer ${session.secret}`, 'x-service-project-id': projectId },
      });
      expect(await asPerson.text()).toContain('"ready"');
    });

    test('tell why it failed', async () => {
      const { caller } = await stage.newProject();
      const { events } = await watch(caller, await submit(caller, 'blank.txt', '   \n  '));
      expect(events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'no_text', message: expect.any(String) } });
    });

    test('are those of a document of the project', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const id = await submit(home.caller, 'a.txt', 'words');
      for (const [caller, which, status] of [
        [away.caller, id, 404],
        [home.caller, randomUUID(), 404],
        [home.caller, 'x', 400],
      ] as const) {
        expect((await watch(caller, which)).status).toBe(status);
      }
    });

    test('cannot be asked for with HEAD, which has no end to wait for', async () => {
      const { caller } = await stage.newProject();
      const id = await submit(caller, 'a.txt', 'words');
      expect((await caller.rest('HEAD', `/v1/knowledge/documents/${id}/events`)).status).toBe(405);
    });
  });
};
