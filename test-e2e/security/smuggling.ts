import { beforeEach, describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import type { Project, Suite } from '../product/stage.ts';
import { head, overWire } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from '../transport/endpoints.ts';

const endpoint = endpoints[0];

/** Requests of which a proxy in front and the product could disagree where they end. `smuggled`: the one that is hidden behind. */
const ambiguous: readonly (readonly [string, (smuggled: string) => string])[] = [
  ['chunks and a length', (smuggled) => `transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a length and chunks', (smuggled) => `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['two lengths', (smuggled) => `content-length: 0\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`],
  ['a list of lengths', (smuggled) => `content-length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
  ['a length with a sign', (smuggled) => `content-length: +0\r\n\r\n${smuggled}`],
  ['a length in hexadecimal', (smuggled) => `content-length: 0x0\r\n\r\n${smuggled}`],
  ['a length that no number holds', (smuggled) => `content-length: 18446744073709551616\r\n\r\n${smuggled}`],
  ['a coding that nobody knows', (smuggled) => `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunks that are not the last coding', (smuggled) => `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
  ['two codings', (smuggled) => `transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a blank before the colon', (smuggled) => `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a folded coding', (smuggled) => `transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['lines that end in LF alone', (smuggled) => `content-length: 0\n\n${smuggled}`],
  ['a header hidden behind a bare LF', (smuggled) => `x-a: b\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a header hidden behind a bare CR', (smuggled) => `x-a: b\rtransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a chunk with a size that no number holds', (smuggled) => `transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${smuggled}`],
  ['a chunk with a bare LF behind its size', (smuggled) => `transfer-encoding: chunked\r\n\r\n0\n\r\n${smuggled}`],
  ['a chunk that is longer than it says', (smuggled) => `transfer-encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n${smuggled}`],
];

export const smugglingSuite: Suite = (stage) => {
  describe('a request whose end is not clear', () => {
    let project: Project;
    beforeEach(async () => {
      project = await stage.newProject();
    });

    const hidden = (): string => {
      const body = Buffer.from(saveMessage(endpoint, 'smuggled'));
      return head({ path: endpoint.path, headers: saveHeaders(endpoint, project.secret), body }) + body.toString();
    };

    test.each(ambiguous)('is refused, and what hides behind it is no request: %s', async (_kind, rest) => {
      const start = 'POST /mcp/tools/call HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';
      const { all } = await overWire(stage.product.port, [Buffer.from(start + rest(hidden()), 'latin1')], { timeoutMs: 3000 });
      const statuses = [...all.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      // Its head may be answered before its body is found to be none.
      expect([statuses.filter((status) => status !== '401'), statuses.length <= 2]).toEqual([['400'], true]);
      expect(await total(project.caller)).toBe(0);
    });

    test('of the old version, with chunks that it does not have, is refused and not followed by another', async () => {
      const body = `${saveMessage(endpoint, 'smuggled').length.toString(16)}\r\n${saveMessage(endpoint, 'smuggled')}\r\n0\r\n\r\n`;
      const lines = {
        host: '127.0.0.1',
        connection: 'keep-alive',
        'transfer-encoding': 'chunked',
        ...saveHeaders(endpoint, project.secret),
      };
      const start = head({ path: endpoint.path, headers: lines }).replace('HTTP/1.1', 'HTTP/1.0');
      for (const pieces of [[start + body + hidden()], [start + body, hidden()], [start, body + hidden()]]) {
        const { all } = await overWire(stage.product.port, pieces, { timeoutMs: 3000 });
        expect(all.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
      }
      expect(await total(project.caller)).toBe(0);
    });

    test('or which says twice whom it is for is refused, and not followed by another', async () => {
      const first = head({ method: 'GET', path: '/healthz', headers: { connection: 'keep-alive' } });
      for (const host of ['evil.example', '127.0.0.1']) {
        const twice = first.replace('\r\n\r\n', `\r\nHost: ${host}\r\n\r\n`);
        const { all } = await overWire(stage.product.port, [twice + hidden()], { timeoutMs: 3000 });
        expect(all.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
      }
      expect(await total(project.caller)).toBe(0);
    });

    test('is the request of somebody else in no case: an answer follows its own request', async () => {
      const [one, other] = [await stage.newProject(), await stage.newProject()];
      const ask = ({ secret }: Project, id: number, connection: string) => {
        const body = Buffer.from(
          JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_memories', arguments: {} } }),
        );
        return head({ path: endpoint.path, headers: { ...saveHeaders(endpoint, secret), connection }, body }) + body.toString();
      };
      await one.caller.tool('save_memory', { content: 'of one' });
      await other.caller.tool('save_memory', { content: 'of the other' });
      const { all } = await overWire(stage.product.port, [
        ask(one, 1, 'keep-alive') + ask(other, 2, 'keep-alive') + ask(one, 3, 'keep-alive') + ask(other, 4, 'close'),
      ]);
      const answers = [...all.matchAll(/"id":(\d).*?"content":"(of one|of the other)"/g)].map(([, id, content]) => `${id} ${content}`);
      expect(answers).toEqual(['1 of one', '2 of the other', '3 of one', '4 of the other']);
    });
  });
};
