/** A field of a protocol buffers message, encoded. */
export type Field = readonly Uint8Array[];

const varintType = 0;
const bytesType = 2;
const floatType = 5;

/** An integer that is not negative; left out fields read as 0. */
export function integer(field: number, value: number): Field {
  return [varint(field * 8 + varintType), varint(value)];
}

export function float(field: number, value: number): Field {
  return [varint(field * 8 + floatType), new Uint8Array(new Float32Array([value]).buffer)];
}

export function text(field: number, value: string): Field {
  return bytes(field, new TextEncoder().encode(value));
}

/** Bytes, or a message whose fields are given. The bytes are not copied before `joined`. */
export function bytes(field: number, value: Uint8Array): Field {
  return [varint(field * 8 + bytesType), varint(value.length), value];
}

export function message(field: number, fields: readonly Field[]): Field {
  const parts = fields.flat();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint(field * 8 + bytesType), varint(length), ...parts];
}

/** The fields one after the other: a whole message. */
export function joined(fields: readonly Field[]): Uint8Array {
  return new Uint8Array(Buffer.concat(fields.flat()));
}

function varint(value: number): Uint8Array {
  const digits: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...digits, rest]);
    digits.push((rest % 128) + 128);
  }
}
