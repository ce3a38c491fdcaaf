import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { readTraceparent } from './trace-context.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

test.each([
  ['as the recommendation shows it', `00-${trace}-${span}-01`, true],
  ['that is not sampled', `00-${trace}-${span}-00`, false],
  ['with flags that nobody knows yet', `00-${trace}-${span}-ff`, true],
  ['of a later version that says more', `cc-${trace}-${span}-01-what-the-future-brings`, true],
])('a traceparent %s is taken', (_name, header, sampled) => {
  expect(readTraceparent(header)).toEqual({ traceId: trace, sampled });
});

test.each([
  ['nothing', ''],
  ['a version that is none', `ff-${trace}-${span}-01`],
  ['more than version 00 has', `00-${trace}-${span}-01-more`],
  ['upper case', `00-${trace.toUpperCase()}-${span}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
  ['a parent of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
  ['a trace that is too short', `00-${trace.slice(1)}-${span}-01`],
  ['two of them', `00-${trace}-${span}-01, 00-${trace}-${span}-01`],
  ['a space before it', ` 00-${trace}-${span}-01`],
  ['a line break after it', `00-${trace}-${span}-01\n`],
])('a traceparent with %s is not', (_name, header) => {
  expect(readTraceparent(header)).toBeUndefined();
});

test('whatever it is, what comes of it is a trace id or nothing', () => {
  const near = fc.stringMatching(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}.{0,3}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (header) => {
      expect(readTraceparent(header)?.traceId ?? 'f'.repeat(32)).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    }),
  );
});

async function call(headers: Record<string, string>) {
  const { app, credentials, log } = createTestApp();
  const answer = await app.inject({
    method: 'POST',
    url: '/tool',
    headers: { authorization: `Bearer ${credentials.newKey().secret}`, ...headers },
  });
  return { answer, actor: answer.json().actor, log };
}

test('a request joins the trace of its caller, and its answer says so', async () => {
  const { answer, actor } = await call({ traceparent: `00-${trace}-${span}-01` });
  expect(actor.traceId).toBe(trace);
  expect(answer.headers['trace-id']).toBe(trace);
  expect(answer.headers['traceparent']).toMatch(new RegExp(`^00-${trace}-(?!${span})[0-9a-f]{16}-01$`));
});

test.each([{}, { traceparent: '00-garbage' }])(
  'a request without a valid one (%j) begins a trace',
  async (headers: Record<string, string>) => {
    const { answer, actor } = await call(headers);
    expect(actor.traceId).toBe(String(answer.headers['x-request-id']).replaceAll('-', ''));
    expect(readTraceparent(String(answer.headers['traceparent']))).toEqual({ traceId: actor.traceId, sampled: false });
  },
);

test('what is logged of a request bears its trace', async () => {
  const { app, log } = createTestApp();
  await app.inject({ method: 'POST', url: '/tool', headers: { traceparent: `00-${trace}-${span}-01` } });
  expect(log.entries()).toEqual([expect.objectContaining({ msg: 'request', status: 401, trace_id: trace })]);
});
