import { problem, rpcError } from './errors.ts';
import { reference, schemaReference } from './openapi-reference.ts';
import type { Json } from './openapi-reference.ts';

const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed or an argument is not valid; issues name each fault.',
  401: 'A credential is missing, malformed, unknown or revoked.',
  403: 'The credential may not do that.',
  404: 'There is no such thing in this project.',
  409: 'In conflict with what is there, or the Idempotency-Key was used with another request.',
  413: 'The body is too large.',
  415: 'The body has a media type or a Content-Encoding that is not taken here.',
  429: 'Too many requests; Retry-After says when to come back.',
  500: 'Something went wrong on the server; request_id finds it in the logs.',
  503: 'Something that is needed does not answer; try again after Retry-After seconds.',
};

export const rateHeaders: Json = {
  'RateLimit-Limit': reference('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': reference('headers', 'RateLimitReset'),
};

const responses: Json = Object.fromEntries(
  Object.entries(errorDescriptions).flatMap(([status, description]) => {
    const told = { description, ...(status === '429' ? { headers: rateHeaders } : {}) };
    return [
      [`Problem${status}`, { ...told, content: { 'application/problem+json': { schema: schemaReference(problem) } } }],
      [`Rpc${status}`, { ...told, content: { 'application/json': { schema: schemaReference(rpcError) } } }],
    ];
  }),
);

const headers: Json = {
  RateLimitLimit: {
    description: 'Requests an hour of this credential; of failed attempts, how many a minute an address has.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: { description: 'Requests left in this window.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
};

const parameters: Json = {
  ProjectId: {
    name: 'X-Service-Project-ID',
    in: 'header',
    required: false,
    description: 'The project to work in. A session needs it; a key or token has its own project, and naming another one is 403.',
    schema: { type: 'string', format: 'uuid' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'For 24 hours the same key and body from the same credential get the first answer again and the work is done once. Where that answer was a memory that was deleted since, its id is all that is told; a repeated restore tells the memory as it is then.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
};

const securitySchemes: Json = {
  bearer: { type: 'http', scheme: 'bearer', description: "An API key, an OAuth access token or a person's session token." },
  operator: { type: 'http', scheme: 'bearer', description: 'The token that whoever runs the service set in CAIRN_OPERATOR_TOKEN.' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
};

/** What operations refer to, beside schemas. */
export const sharedComponents = { parameters, headers, responses, securitySchemes };
