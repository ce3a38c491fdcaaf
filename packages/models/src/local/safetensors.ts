/** Named tensors of half precision, as the weights' file holds them. */
export interface Weights {
  /** The values of one tensor in row order. @throws Error when there is no tensor of that name and size. */
  tensor(name: string, size: number): Float32Array;
}

interface Entry {
  readonly dtype: string;
  readonly data_offsets: readonly [number, number];
}

/** Reads a safetensors file: the length of a JSON header, the header, the values. Only tensors of type F16 are read. */
export function readSafetensors(file: Uint8Array): Weights {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerEnd = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, headerEnd))) as Readonly<Record<string, Entry>>;
  return {
    tensor(name, size) {
      const entry = header[name];
      if (entry?.dtype !== 'F16' || entry.data_offsets[1] - entry.data_offsets[0] !== size * 2) {
        throw new Error(`the weights have no tensor ${name} of ${size} half-precision values`);
      }
      const from = headerEnd + entry.data_offsets[0];
      return Float32Array.from({ length: size }, (_, at) => widened[view.getUint16(from + at * 2, true)] ?? 0);
    },
  };
}

/** Every half-precision value, by its bits. */
const widened = Float32Array.from({ length: 65_536 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
});
