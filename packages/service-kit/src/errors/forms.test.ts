import { CairnError, errorTable } from '@cairn/core';
import type { ErrorCode, ErrorKind } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { errorMap } from './error-map.ts';
import { faultOf } from './fault.ts';
import { problemOf } from './problem.ts';
import { rpcErrorOf, rpcIdOf } from './rpc-error.ts';
import { toToolError } from './tool-error.ts';

const toProblem = (error: CairnError, context: { requestId: string }) => problemOf(faultOf(error), context);
const toRpcError = (error: CairnError, context: { requestId: string; id: number | null }) => rpcErrorOf(faultOf(error), context);

const requestId = '0191b1a2-0000-7000-8000-000000000001';
const codes = Object.keys(errorTable).filter((code): code is ErrorCode => code in errorTable);

const contract: Readonly<Record<ErrorKind, readonly [status: number, rpcCode: number, word: string]>> = {
  invalid: [400, -32602, 'invalid_params'],
  unauthorized: [401, 401, 'unauthorized'],
  forbidden: [403, 403, 'forbidden'],
  not_found: [404, 404, 'not_found'],
  conflict: [409, 409, 'conflict'],
  too_large: [413, 413, 'payload_too_large'],
  rate_limited: [429, 429, 'rate_limited'],
  internal: [500, -32603, 'internal_error'],
  unavailable: [503, 503, 'unavailable'],
};

/** Words finer than those of their kind. */
const words: Partial<Readonly<Record<ErrorCode, string>>> = {
  SELF_APPROVAL: 'self_approval',
  POLICY_DENIED: 'policy_denied',
  APPROVAL_REQUIRED: 'approval_required',
  TOO_MANY_TASKS: 'too_many_tasks',
};

describe.each(codes)('%s', (code) => {
  const error = new CairnError(code, { issues: [{ path: 'content', message: 'is missing' }] });
  const [status, rpcCode, kindWord] = contract[error.kind];
  const word = words[code] ?? kindWord;

  it('has the same status and word in every form', () => {
    const rpc = toRpcError(error, { requestId, id: 7 });
    const problem = toProblem(error, { requestId });
    const tool = toToolError(error, { requestId });
    expect(errorMap[error.kind].status).toBe(status);
    expect(rpc).toMatchObject({ status, body: { jsonrpc: '2.0', id: 7, error: { code: rpcCode, data: { status, error: word } } } });
    expect(problem).toMatchObject({ status, body: { status, code: word, type: `urn:cairn:error:${code.toLowerCase()}` } });
    expect(tool).toMatchObject({ success: false, error: { code: word, status } });
  });

  it('names the request in every form', () => {
    expect(toRpcError(error, { requestId, id: null }).body.error.data.request_id).toBe(requestId);
    expect(toProblem(error, { requestId }).body.request_id).toBe(requestId);
    expect(toToolError(error, { requestId }).error.request_id).toBe(requestId);
  });
});

it('tells the caller what is wrong with which argument', () => {
  const issues = [{ path: 'document_ids.0', message: 'is not a string' }];
  const error = new CairnError('INVALID_ARGUMENT', { issues });
  expect(toRpcError(error, { requestId, id: 1 }).body.error.data.issues).toEqual(issues);
  expect(toProblem(error, { requestId }).body.issues).toEqual(issues);
  expect(toToolError(error, { requestId }).error.issues).toEqual(issues);
});

it('leaves issues out where there are none', () => {
  const error = new CairnError('FORBIDDEN');
  expect(toRpcError(error, { requestId, id: 1 }).body.error.data).not.toHaveProperty('issues');
  expect(toProblem(error, { requestId }).body).not.toHaveProperty('issues');
});

it('keeps to itself what broke inside', () => {
  const error = new CairnError('INTERNAL', {
    message: 'relation "memories" does not exist',
    issues: [{ path: 'sql', message: 'select 1' }],
  });
  const forms = [toRpcError(error, { requestId, id: 1 }), toProblem(error, { requestId }), toToolError(error, { requestId })];
  expect(JSON.stringify(forms)).not.toMatch(/memories|select/);
});

it('rounds the wait up to whole seconds, in the header and in the body', () => {
  const error = new CairnError('RATE_LIMITED', { retryAfter: 12.2 });
  const rpc = toRpcError(error, { requestId, id: 1 });
  expect(rpc.headers['retry-after']).toBe('13');
  expect(rpc.body.error.data.retry_after).toBe(13);
  expect(toToolError(error, { requestId }).error.retry_after).toBe(13);
});

it('never asks a caller to wait for no time at all', () => {
  expect(toProblem(new CairnError('RATE_LIMITED', { retryAfter: 0 }), { requestId }).headers['retry-after']).toBe('1');
});

it('names a wait when a dependency is down, though the error does not', () => {
  expect(Number(toProblem(new CairnError('STORE_UNAVAILABLE'), { requestId }).headers['retry-after'])).toBeGreaterThan(0);
});

it('challenges whoever is not authenticated', () => {
  expect(toProblem(new CairnError('UNAUTHORIZED'), { requestId }).headers['www-authenticate']).toBe('Bearer realm="cairn"');
});

it.each([
  [{ id: 7 }, 7],
  [{ id: 'a' }, 'a'],
  [{ id: 0 }, 0],
  [{ id: null }, null],
  [{ id: {} }, null],
  [{ id: true }, null],
  [{}, null],
  [[{ id: 1 }], null],
  ['id', null],
  [undefined, null],
  [null, null],
])('reads the id of %j as %j', (body, id) => {
  expect(rpcIdOf(body)).toBe(id);
});
