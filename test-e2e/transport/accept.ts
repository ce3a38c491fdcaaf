import { beforeAll, describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import type { Project, Suite } from '../product/stage.ts';
import { send } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

const json = [
  '*/*',
  'application/json',
  'application/*',
  'APPLICATION/JSON',
  'application/json, text/event-stream',
  'text/event-stream, application/json',
  'application/json;q=0.9, text/event-stream;q=0.1',
  'application/json;q=0.1,text/event-stream;q=0.9',
  'text/html, */*;q=0.1',
  'application/json;charset=utf-8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  '',
];
const events = ['text/event-stream', 'text/*', 'Text/Event-Stream;q=0.5', 'application/json;q=0, */*'];
const neither = ['text/html', 'image/*', 'application/jsonp', 'application/json;q=0', '*/*;q=0', 'nonsense;;;'];

export const acceptSuite: Suite = (stage) => {
  describe.each(endpoints)('Accept at $name', (endpoint) => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });
    const post = (accept: string | undefined) => {
      const { accept: _, ...headers } = saveHeaders(endpoint, project.secret);
      const body = Buffer.from(saveMessage(endpoint, 'x'));
      return send(stage.product.port, { path: endpoint.path, headers: { ...headers, ...(accept !== undefined && { accept }) }, body });
    };

    test.each([undefined, ...json])('%j is answered with JSON', async (accept) => {
      const { status, headers, body } = await post(accept);
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: 1, result: {} });
    });

    test.each(events)('%j is answered with one event', async (accept) => {
      const { status, headers, body } = await post(accept);
      expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, 'text/event-stream']);
      const [, data = ''] = /^event: message\ndata: (.*)\n\n$/.exec(body) ?? [];
      expect(JSON.parse(data)).toMatchObject({ jsonrpc: '2.0', id: 1, result: {} });
    });

    test.each(neither)('%j is refused, naming both forms', async (accept) => {
      const before = await total(project.caller);
      const { status, headers, body } = await post(accept);
      expect([status, headers['content-type']]).toEqual([406, 'application/json; charset=utf-8']);
      expect(JSON.parse(body).error.message).toMatch(/application\/json.*text\/event-stream/);
      expect(await total(project.caller)).toBe(before);
    });
  });
};
