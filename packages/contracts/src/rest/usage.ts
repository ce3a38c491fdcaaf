import { z } from 'zod';
import { moment, uuid, wholeNumber } from '../reading/fields.ts';
import { named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const seconds = (description: string) => z.number().min(0).meta({ description }).nullable();

const of = {
  credential_id: uuid('The key, connection or session; it may be gone.'),
  credential_kind: z.enum(['api_key', 'oauth', 'session']).meta({ description: 'What it is. `oauth` is a connected app.' }),
};

const credential = z.strictObject({
  ...of,
  name: z
    .string()
    .nullable()
    .meta({ description: 'What people call the key, also when it is revoked; null for other credentials, and unless you may list it.' }),
  requests: wholeNumber(0, 'Requests in the time.'),
  limited: wholeNumber(0, 'Those of them that were refused, past the rate limit.'),
  rate_limit: z
    .strictObject({
      limit: wholeNumber(0, "Requests an hour, by the plan of the project's workspace."),
      remaining: wholeNumber(0, 'How many are left of them.'),
      reset: wholeNumber(0, 'Seconds until the count begins anew; 0 when none is under way.'),
    })
    .nullable()
    .meta({ description: 'Where it stands now; null when it is not known.' }),
});

const bucket = z.strictObject({
  hour: moment('Start of the hour, or of the step that was asked for.'),
  ...of,
  counted: z
    .enum(['request', 'tool'])
    .meta({ description: 'What `name` names: a group of routes, or a tool. Each call of a tool is part of a request, too.' }),
  name: z.string().meta({ description: 'Group of routes, such as `memories`, `mcp` or `tools_call`; or the tool.' }),
  count: wholeNumber(0, 'How many there were.'),
  limited: wholeNumber(0, 'Requests among them that were refused, past the rate limit.'),
});

const usage = named(
  'Usage',
  z.strictObject({
    from: moment('Start of the first hour.'),
    to: moment('End of the time.'),
    credentials: z.array(credential).meta({ description: 'The busiest first, at most 1,000.' }),
    buckets: z
      .array(bucket)
      .meta({ description: 'Hour by hour or step by step, the newest first; what is 0 is left out. At most 10,000.' }),
    truncated: z.boolean().meta({ description: 'Whether there are more buckets than that; ask for a shorter time or a longer step.' }),
    storage: z.strictObject({
      memories: wholeNumber(0, "Everybody's memories."),
      documents: wholeNumber(0, 'Documents.'),
      original_bytes: wholeNumber(0, 'Bytes of the originals that are kept.'),
    }),
    queue: z.strictObject({
      documents_waiting: wholeNumber(0, 'Versions of documents that nobody works on yet.'),
      documents_in_work: wholeNumber(0, 'Those that are read or indexed.'),
      jobs_waiting: wholeNumber(0, 'Jobs that the queue has not taken yet.'),
      oldest_seconds: seconds('Since the oldest of those documents was uploaded; null when there is none.'),
    }),
    searchable_lag: z
      .strictObject({
        documents: wholeNumber(0, 'How many it was measured on.'),
        median_seconds: seconds('Of half of them it was no longer; null when there is none.'),
        greatest_seconds: seconds('The longest; null when there is none.'),
      })
      .meta({
        description:
          'Of documents uploaded in the time that are searchable: from the upload until they last became so. One that was retried or indexed anew counts until then.',
      }),
  }),
);

export const usageRoutes = {
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    tag: 'Usage',
    summary: 'Read what a project used, what it has and what it waits for',
    description:
      'Requests by credential, and calls by tool, in buckets of an hour (UTC) that are kept for 35 days, or added up to longer ones; a bucket may be 10 seconds behind. `storage`, `queue` and `rate_limit` are of now.',
    credentials: anyCredential,
    query: z.strictObject({
      from: moment('From the hour of that time on, ISO 8601. Default: 24 hours before `to`.').optional(),
      to: moment('Hours that begin before that time, ISO 8601. Default: now. At most 35 days after `from`.').optional(),
      step: z
        .enum(['hour', 'six_hours', 'day'])
        .meta({
          description:
            'How long a bucket is. Longer ones begin at 0, 6, 12 and 18 or at 0 o’clock UTC, the first one in whole. Default: `hour`.',
        })
        .optional(),
    }),
    answers: { 200: { description: 'The usage.', body: usage } },
  },
} as const satisfies RestRoutes;
