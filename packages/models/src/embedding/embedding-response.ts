import { z } from 'zod';
import { ModelFault } from '../errors.ts';
import { unitLength } from './unit-length.ts';

const response = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.union([z.array(z.number()), z.string()]) })),
});

interface Expected {
  readonly count: number;
  /** Of each vector; undefined until the first was seen. */
  readonly length: number | undefined;
}

/** The vectors of a response in the order of the texts, of unit length. @throws ModelFault when it is not what was asked for. */
export function readVectors(body: unknown, { count, length }: Expected): readonly Float32Array[] {
  const read = response.safeParse(body);
  if (!read.success) throw unlike('no list of embeddings');
  const { data } = read.data;
  if (data.length !== count) throw unlike(`${data.length} vectors for ${count} texts`);
  const vectors = Array.from<Float32Array>({ length: count });
  for (const [at, { index = at, embedding }] of data.entries()) vectors[index] = decoded(embedding);
  const dimensions = length ?? vectors[0]?.length;
  for (let at = 0; at < count; at++) {
    const vector = vectors[at];
    if (!vector) throw unlike(`no vector of index ${at}`);
    if (vector.length === 0 || vector.length !== dimensions) throw unlike(`${vector.length} dimensions instead of ${dimensions}`);
    if (!vector.every((value) => Number.isFinite(value))) throw unlike('numbers that are not finite');
    // It has no direction, so nothing could ever be near to it.
    if (vector.every((value) => value === 0)) throw unlike('a vector of zeros alone');
  }
  return vectors.map((vector) => unitLength(vector));
}

/** Base64 is that of single-precision numbers, little-endian. */
function decoded(embedding: readonly number[] | string): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding);
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4));
}

function unlike(detail: string): ModelFault {
  return new ModelFault('provider_bad_response', { detail });
}
