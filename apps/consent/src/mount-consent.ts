import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPage, type ServedFile } from './page.ts';
import type { PageAddresses } from './page-headers.ts';

/**
 * Serves the page at `/oauth/consent` on an app made by `createHttp`, under any host name that the app answers to. Everything is read
 * and compressed once, before the first request.
 */
export async function mountConsent(app: FastifyInstance, addresses: PageAddresses): Promise<void> {
  for (const file of await createPage(addresses)) app.get(file.path, answerWith(file));
}

function answerWith({ headers, bytes }: ServedFile) {
  const bodies = { br: brotliCompressSync(bytes), gzip: gzipSync(bytes) } as const;
  return (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    reply.headers({ ...headers, vary: 'Accept-Encoding' });
    if (encoding === undefined) return reply.send(bytes);
    return reply.header('content-encoding', encoding).send(bodies[encoding]);
  };
}

/** What browsers send; a list that weighs its entries gets the plain bytes unless it names one without a weight. */
function encodingFor(accepted: string): 'br' | 'gzip' | undefined {
  const names = new Set(accepted.split(',').map((name) => name.trim()));
  return (['br', 'gzip'] as const).find((encoding) => names.has(encoding));
}
