import { pathOf } from '../http/path.ts';

/** What is logged of a request: never its query, headers or body. */
export function requestRecord(request: { readonly method?: string; readonly url?: string }): { method?: string; path?: string } {
  return {
    ...(request.method === undefined ? {} : { method: request.method }),
    ...(request.url === undefined ? {} : { path: pathOf(request.url) }),
  };
}

/** What is logged of an answer. */
export function responseRecord(reply: { readonly statusCode?: number }): { status?: number } {
  return reply.statusCode === undefined ? {} : { status: reply.statusCode };
}
