import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { head, overWire } from '../product/wire.ts';

export const logInjectionSuite: Suite = (stage) => {
  test('what somebody sends makes no line of the log, colours none and adds no member to one', async () => {
    const { caller, session } = await stage.newProject();
    const mark = randomUUID();
    const forged = `\r\n{"level":"fatal","msg":"forged ${mark}"}\r\n\u001b[31m\u001b]0;title\u0007\u2028\u0085","level":"fatal","forged":"${mark}`;
    await caller.tool('save_memory', { content: forged, agent_name: forged, agent_id: forged });
    await caller.tool(forged, { [forged]: forged });
    await caller.rest('POST', '/v1/knowledge/documents', { title: forged, content: 'x' });
    await session.rest('POST', '/v1/api-keys', { name: forged });
    await session.rest('POST', '/v1/agents', { name: forged });
    await call(`${stage.product.baseUrl}/v1/${encodeURIComponent(forged)}?x=${encodeURIComponent(forged)}`);
    await call(`${stage.product.baseUrl}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'x\u0085\u00a0' },
      body: JSON.stringify({ email: forged, password: forged }),
    });
    const headers = { 'user-agent': `\u001b[31m${mark}`, 'x-request-id': `\u001b[31m${mark}`, traceparent: `00-${mark}` };
    await overWire(stage.product.port, [Buffer.from(head({ method: 'GET', path: `/v1/\u001b[31m${mark}`, headers }), 'latin1')]);
    await overWire(stage.product.port, [Buffer.from(`GET /${mark}\u001b[31m HTTP/1.1\r\nhost: \u001b[31m${mark}\r\n\r\n`, 'latin1')]);
    const lines = stage.product
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const { level, msg, forged: member } = JSON.parse(line) as Record<string, unknown>;
      expect([level, msg, member]).toEqual([expect.not.stringMatching('fatal'), expect.not.stringContaining(mark), undefined]);
    }
    // Of control characters only the ends of lines.
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(stage.product.output()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
  });
};
