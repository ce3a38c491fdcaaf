import { z } from 'zod';
import type { Answered } from './product.ts';

const issues = z.array(z.strictObject({ path: z.string(), message: z.string().min(3) }));

const rpcFailure = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.strictObject({
    code: z.int(),
    message: z.string().min(3),
    data: z.strictObject({
      status: z.int(),
      error: z.string(),
      request_id: z.string(),
      issues: issues.optional(),
      retry_after: z.int().optional(),
    }),
  }),
});

/** What tells one JSON-RPC failure from another, after every member was found to be as the contract has it and no other there. */
export function failureOf({ status, headers, body }: Answered) {
  const { id, error } = rpcFailure.parse(body);
  const { data } = error;
  if (data.status !== status) throw new Error(`the body says ${data.status}, the answer ${status}`);
  if (data.request_id !== headers['x-request-id']) throw new Error('the request id is not that of the answer');
  if (headers['content-type'] !== 'application/json; charset=utf-8') throw new Error('the error is not sent as JSON');
  return { status, code: error.code, error: data.error, id };
}

const problem = z.strictObject({
  type: z.string().min(3),
  title: z.string().min(3),
  status: z.int(),
  detail: z.string().min(3),
  code: z.string(),
  request_id: z.string(),
  instance: z.string(),
  issues: issues.optional(),
});

/** Status and code of a problem document, after every member was found to be as the contract has it and no other there. */
export function problemOf({ status, headers, body }: Answered): readonly [number, string] {
  const found = problem.parse(body);
  if (found.status !== status) throw new Error(`the body says ${found.status}, the answer ${status}`);
  if (found.request_id !== headers['x-request-id']) throw new Error('the request id is not that of the answer');
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8') throw new Error('the error is not sent as a problem');
  return [status, found.code];
}
