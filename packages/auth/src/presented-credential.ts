import { parseCredential } from './parse-credential.ts';

/** Raw values of one request; an array when a name came more than once. */
export interface CredentialInput {
  /** `Authorization`. Give all of them: Node keeps only the first in `headers`, all in `headersDistinct`. */
  readonly authorization?: string | readonly string[] | undefined;
  /** `X-API-Key`; several may come joined with a comma. */
  readonly xApiKey?: string | readonly string[] | undefined;
  /** `?api_key=`, percent-decoded. */
  readonly queryApiKey?: string | readonly string[] | undefined;
}

export type PresentedCredential =
  | { readonly kind: 'none' }
  /** More than one credential. The first is judged as if it came alone: 401 when it is no good, else 400. */
  | { readonly kind: 'many'; readonly secret: string }
  /** The credential that counts cannot be one: 401. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'one'; readonly secret: string; readonly source: 'header' | 'query' };

interface Found {
  /** Undefined when the header is there and holds no secret in the right form. */
  readonly secret: string | undefined;
  readonly from: 'authorization' | 'x-api-key' | 'query';
}

const bearer = /^bearer +([!-~]{1,512})$/i;

/**
 * The credential of a request: `Authorization: Bearer x` (scheme in any case), `X-API-Key: x` or `?api_key=x`, in that order.
 * The first that is present decides: when it is malformed the answer is `malformed`, never a fallback to a later one. A later one
 * that differs makes `many`; the same secret again is the same credential. An empty value presents nothing. Only API keys may
 * come by `X-API-Key` or the query.
 */
export function presentedCredential(input: CredentialInput): PresentedCredential {
  const found = findAll(input);
  const [first] = found;
  if (!first) return { kind: 'none' };
  if (first.secret === undefined || !isAllowed(first.secret, first.from)) return { kind: 'malformed' };
  if (found.some(({ secret }) => secret !== first.secret)) return { kind: 'many', secret: first.secret };
  return { kind: 'one', secret: first.secret, source: first.from === 'query' ? 'query' : 'header' };
}

function findAll({ authorization, xApiKey, queryApiKey }: CredentialInput): readonly Found[] {
  return [
    ...presentIn(authorization).map((value): Found => ({ secret: bearer.exec(value)?.[1], from: 'authorization' })),
    ...presentIn(xApiKey)
      .flatMap((value) => value.split(','))
      .map((value): Found => ({ secret: value.trim(), from: 'x-api-key' })),
    ...presentIn(queryApiKey).map((value): Found => ({ secret: value, from: 'query' })),
  ];
}

function presentIn(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return (typeof value === 'string' ? [value] : value).map((one) => one.trim()).filter((one) => one !== '');
}

function isAllowed(secret: string, from: Found['from']): boolean {
  const shape = parseCredential(secret);
  return from === 'authorization' ? shape !== 'malformed' : shape === 'api_key';
}
