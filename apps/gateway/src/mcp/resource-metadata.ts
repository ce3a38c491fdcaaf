import { CairnError } from '@cairn/core';
import { resourceMetadataUrl } from '@cairn/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Each spelling of the endpoint's address has a document of its own: clients compare the name in it with what they were given. */
const spellings = ['/mcp', '/mcp/'] as const;

/**
 * Serves the protected resource's metadata (RFC 9728): at the well-known path behind which the endpoint's own follows, and at its root.
 * A client that carries its key in the address gets 404: some would begin OAuth at the sight of this document, and leave the key aside.
 */
export function mountResourceMetadata(app: FastifyInstance, baseUrl: string): void {
  const root = new URL('/.well-known/oauth-protected-resource', baseUrl).pathname;
  const paths = new Map<string, string>([[root, `${baseUrl}/mcp`]]);
  for (const spelling of spellings) {
    paths.set(root + spelling, baseUrl + spelling);
    paths.set(new URL(resourceMetadataUrl(baseUrl, spelling)).pathname, baseUrl + spelling);
  }
  // The router takes a slash at the end for nothing, so the path is looked at here.
  const answer = ({ raw, query }: FastifyRequest): object => {
    const resource = paths.get(new URL(raw.url ?? '/', baseUrl).pathname);
    if (resource === undefined || presentsKey(query)) throw new CairnError('NOT_FOUND');
    return document(resource, baseUrl);
  };
  const routes = new Set([...paths.keys()].map((path) => path.replace(/\/$/, '')));
  for (const url of routes) {
    app.get(url, { config: { origins: 'any' } }, answer);
    app.options(url, { config: { origins: 'any' } }, (_request, reply) => reply.code(204).send());
  }
  answerOtherSpellings(app);
}

/**
 * Clients in browsers ask for further spellings of the metadata, some with a header that makes the browser ask first: they are to
 * read that there is none, where a refusal would read as a fault of the network.
 */
function answerOtherSpellings(app: FastifyInstance): void {
  for (const url of ['/.well-known/*', '/mcp/.well-known/*']) {
    app.get(url, { config: { origins: 'any' } }, () => {
      throw new CairnError('NOT_FOUND');
    });
    app.options(url, { config: { origins: 'any' } }, (_request, reply) => reply.code(204).send());
  }
}

const presentsKey = (query: unknown): boolean => typeof query === 'object' && query !== null && 'api_key' in query;

const document = (resource: string, baseUrl: string): object => ({
  resource,
  authorization_servers: [baseUrl],
  scopes_supported: ['mcp'],
  bearer_methods_supported: ['header'],
  resource_name: 'Cairn',
  resource_documentation: `${baseUrl}/docs`,
});
