import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPages, type ServedFile } from './page.ts';
import type { PageAddresses } from './page-headers.ts';

/**
 * Serves the pages at `/oauth/consent` and `/invitation` on an app made by `createHttp`, under any host name that the app answers to. Everything is read
 * before the first request, and compressed once.
 */
export async function mountConsent(app: FastifyInstance, addresses: PageAddresses): Promise<void> {
  const { documents, assets } = await createPages(addresses);
  for (const file of [...documents, ...assets]) app.get(file.path, answerWith(file));
}

const compress = { br: brotliCompressSync, gzip: gzipSync } as const;

function answerWith({ headers, bytes }: ServedFile) {
  const packed = new Map<keyof typeof compress, Buffer>();
  return (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    reply.headers({ ...headers, vary: 'Accept-Encoding' });
    if (encoding === undefined) return reply.send(bytes);
    const body = packed.get(encoding) ?? compress[encoding](bytes);
    packed.set(encoding, body);
    return reply.header('content-encoding', encoding).send(body);
  };
}

/** What browsers send; of a list that weighs its entries, only those without a weight count. */
function encodingFor(accepted: string): keyof typeof compress | undefined {
  const names = new Set(accepted.split(',').map((name) => name.trim()));
  return (['br', 'gzip'] as const).find((encoding) => names.has(encoding));
}
