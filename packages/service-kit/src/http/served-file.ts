import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file of a web page with the headers that it is answered with. */
export interface ServedFile {
  /** Below the address that the pages are at, without that address's own path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

const compress = { br: brotliCompressSync, gzip: gzipSync } as const;

/** Answers with a file from memory, compressed once in each form that is asked for. */
export function answerWithFile({ headers, bytes }: ServedFile) {
  const packed = new Map<keyof typeof compress, Buffer>();
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
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
