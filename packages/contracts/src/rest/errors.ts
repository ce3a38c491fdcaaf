import { z } from 'zod';
import { named } from './list.ts';

const issues = z
  .array(
    z.strictObject({
      path: z.string().meta({ description: 'The argument, dotted: content, document_ids.0.' }),
      message: z.string().meta({ description: 'What is wrong with it and what would be right.' }),
    }),
  )
  .meta({ description: 'One entry for each fault in the arguments.' });

const requestId = z.string().meta({ description: 'Identifies the request in the logs.' });

/** RFC 9457. */
export const problem = named(
  'Problem',
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What went wrong and how to mend it.' }),
    code: z.string().meta({ description: 'A stable word for programs, such as not_found.' }),
    request_id: requestId,
    instance: z.string().optional(),
    issues: issues.optional(),
  }),
);

export const rpcError = named(
  'RpcError',
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    error: z.object({
      code: z.int(),
      message: z.string(),
      data: z.object({
        status: z.int().meta({ description: 'The HTTP status.' }),
        error: z.string().meta({ description: 'A stable word for programs, such as invalid_params.' }),
        request_id: requestId,
        issues: issues.optional(),
        retry_after: z.int().optional().meta({ description: 'Seconds; the same as Retry-After.' }),
      }),
    }),
  }),
);
