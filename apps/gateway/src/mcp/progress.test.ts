import { describe, expect, it } from 'vitest';
import { createTestApp } from './testing/app.ts';
import { legacy, messagesIn, modern, post } from './testing/messages.ts';

const asked = (name: string, meta?: object) => ({
  id: 7,
  method: 'tools/call',
  params: { name, arguments: {}, ...(meta && { _meta: meta }) },
});

describe.each([
  ['2025', legacy],
  ['2026', modern],
] as const)('a client of %s', (_, message) => {
  it.each(['a token', 0])('that asked for progress is told of it before the answer, with %j', async (progressToken) => {
    const endpoint = createTestApp();
    const answer = await post(endpoint.app, endpoint.newKey(), message(asked('report', { progressToken })));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(messagesIn(answer.body)).toMatchObject([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1, total: 2, message: 'half of it' } },
      { method: 'notifications/progress', params: { progressToken, progress: 2, total: 2 } },
      { jsonrpc: '2.0', id: 7, result: { structuredContent: { success: true } } },
    ]);
  });

  it.each([
    ['asked for none', asked('report'), {}],
    ['takes no events', asked('report', { progressToken: 1 }), { accept: 'application/json' }],
    ['asked a tool that has none to tell', asked('echo', { progressToken: 1 }), {}],
  ])('that %s gets the answer alone', async (__, request, headers) => {
    const endpoint = createTestApp();
    const answer = await post(endpoint.app, endpoint.newKey(), message(request, headers));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(messagesIn(answer.body)).toMatchObject([{ id: 7, result: { structuredContent: { success: true } } }]);
  });
});
