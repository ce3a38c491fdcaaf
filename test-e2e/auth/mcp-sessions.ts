import { describe, expect, test } from 'vitest';
import { call, legacyHeaders } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

export const mcpSessionSuite: Suite = (stage) => {
  const send = (method: string, secret: string, { session, body }: { session?: string; body?: object } = {}): Promise<Answer> =>
    call(`${stage.product.baseUrl}/mcp`, {
      method,
      headers: {
        ...legacyHeaders,
        authorization: `Bearer ${secret}`,
        ...(session !== undefined && { 'mcp-session-id': session }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const open = async (secret: string): Promise<string> => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'suite', version: '1' } };
    const { headers } = await send('POST', secret, { body: { jsonrpc: '2.0', id: 1, method: 'initialize', params } });
    return headers.get('mcp-session-id') ?? '';
  };

  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

  describe('a session of the handshake era', () => {
    test('is to another key as unknown as one that never was', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const session = await open(home.secret);
      expect(session).not.toBe('');
      for (const secret of [away.secret, home.otherSecret]) {
        for (const [method, body] of [
          ['POST', list],
          ['GET', undefined],
          ['DELETE', undefined],
        ] as const) {
          const known = await send(method, secret, { session, ...(body && { body }) });
          const unknown = await send(method, secret, { session: '01a21f9f-c8d1-71a8-990b-cb24cde82867', ...(body && { body }) });
          expect([known.status, known.text]).toEqual([404, unknown.text]);
        }
      }
      expect((await send('POST', home.secret, { session, body: list })).body.result.tools).toHaveLength(7);
      expect((await send('DELETE', home.secret, { session })).status).toBe(204);
      expect((await send('POST', home.secret, { session, body: list })).status).toBe(404);
    });

    test('loses its stream when its key is revoked', async () => {
      const { secret, session: person, keyId } = await stage.newProject();
      const session = await open(secret);
      const stream = await fetch(`${stage.product.baseUrl}/mcp`, {
        headers: { ...legacyHeaders, authorization: `Bearer ${secret}`, 'mcp-session-id': session },
      });
      expect(stream.headers.get('content-type')).toContain('text/event-stream');
      await person.rest('DELETE', `/v1/api-keys/${keyId}`);
      const startedAt = performance.now();
      await stream.text();
      expect(performance.now() - startedAt).toBeLessThan(8000);
    });

    test('is not needed', async () => {
      const { secret } = await stage.newProject();
      expect((await send('POST', secret, { body: list })).body.result.tools).toHaveLength(7);
      expect((await send('GET', secret)).status).toBe(405);
      expect((await send('DELETE', secret)).status).toBe(405);
    });
  });
};
