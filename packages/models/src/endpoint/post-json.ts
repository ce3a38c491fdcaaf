import { ModelFault } from '../errors.ts';
import { createEndpointFetch, type EndpointLimits } from './endpoint-fetch.ts';

/** Where a model answers and how to be let in. */
export interface Endpoint {
  /** Without a trailing slash, with the version where the provider has one in its paths: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`; left out when undefined. */
  readonly apiKey?: string | undefined;
  readonly model: string;
}

/** Posts JSON below the endpoint's address and reads JSON. @throws ModelFault */
export type PostJson = (path: string, body: object, signal: AbortSignal | undefined) => Promise<unknown>;

export function createPostJson({ baseUrl, apiKey }: Endpoint, limits: EndpointLimits): PostJson {
  const call = createEndpointFetch(limits);
  const headers = { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) };
  return async (path, body, signal) => {
    const response = await call(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) });
    try {
      return await response.json();
    } catch {
      throw new ModelFault('provider_bad_response', { detail: 'not JSON' });
    }
  };
}
