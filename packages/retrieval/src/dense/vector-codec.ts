/** Vectors as they are stored: 1 bit a dimension to find candidates by, and a signed byte a dimension to tell these apart. */
export interface PackedVectors {
  /** `codeBytes(dimensions)` for each vector. */
  readonly codes: Uint8Array;
  /** `dimensions` for each vector. */
  readonly vectors: Int8Array;
}

export const codeBytes = (dimensions: number): number => Math.ceil(dimensions / 8);

/** Packs vectors of one length, one after another. Only their directions are kept. */
export function packVectors(vectors: readonly Float32Array[]): PackedVectors {
  const dimensions = vectors[0]?.length ?? 0;
  const size = codeBytes(dimensions);
  const codes = new Uint8Array(vectors.length * size);
  const bytes = new Int8Array(vectors.length * dimensions);
  for (const [at, vector] of vectors.entries()) {
    if (vector.length !== dimensions) throw new RangeError('vectors of one model have one length');
    writeCode(vector, codes, at * size);
    writeBytes(vector, bytes, at * dimensions);
  }
  return { codes, vectors: bytes };
}

/** Bit `d & 7` of byte `d >> 3` says whether dimension d is above 0. */
function writeCode(vector: Float32Array, codes: Uint8Array, start: number): void {
  for (let d = 0; d < vector.length; d += 1) {
    if ((vector[d] as number) > 0) codes[start + (d >> 3)] = (codes[start + (d >> 3)] as number) | (1 << (d & 7));
  }
}

function writeBytes(vector: Float32Array, bytes: Int8Array, start: number): void {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest > 0 ? 127 / largest : 0;
  for (let d = 0; d < vector.length; d += 1) bytes[start + d] = Math.round((vector[d] as number) * scale);
}

/** Cosine of a query's vector, of unit length, and a packed one. 0 when the lengths differ. */
export function cosine(query: Float32Array, packed: Int8Array): number {
  if (packed.length !== query.length) return 0;
  let product = 0;
  let square = 0;
  for (let d = 0; d < query.length; d += 1) {
    const value = packed[d] as number;
    product += (query[d] as number) * value;
    square += value * value;
  }
  return square > 0 ? product / Math.sqrt(square) : 0;
}
