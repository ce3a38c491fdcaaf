/** Byte orders, by their marks. A mark of UTF-32LE begins as that of UTF-16LE does, and is looked for first. */
export type Utf32 = 'utf-32le' | 'utf-32be';

/** Enough to tell. */
const sampleSize = 65_536;

/**
 * The order that a byte order mark of UTF-32 says; undefined when the bytes do not begin with one, or hold too much behind it that
 * is no character: UTF-16 that begins with U+0000, or no text at all.
 */
export function markedUtf32(bytes: Uint8Array): Utf32 | undefined {
  if (bytes.byteLength < 4) return undefined;
  const mark = viewOf(bytes).getUint32(0);
  const encoding = mark === 0xff_fe_00_00 ? 'utf-32le' : mark === 0x00_00_fe_ff ? 'utf-32be' : undefined;
  return encoding && isPlausible(bytes.subarray(0, sampleSize), encoding) ? encoding : undefined;
}

function isPlausible(sample: Uint8Array, encoding: Utf32): boolean {
  const view = viewOf(sample);
  const points = Math.floor(sample.byteLength / 4);
  let odd = 0;
  for (let at = 0; at < points; at++) if (view.getUint32(at * 4, encoding === 'utf-32le') > 0x10_ff_ff) odd += 1;
  return odd <= points / 50;
}

/** Code units of one call of `String.fromCharCode`: more than a call stack takes must not be arguments. */
const unitsAtOnce = 8192;

/** The text of UTF-32, its mark with it. What is no character, and a character that breaks off at the end, is U+FFFD. */
export function decodeUtf32(bytes: Uint8Array, encoding: Utf32): string {
  const view = viewOf(bytes);
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.byteLength; at += 4) {
    const point = at + 4 <= bytes.byteLength ? view.getUint32(at, encoding === 'utf-32le') : replacement;
    if (point > 0xff_ff && point <= 0x10_ff_ff) units.push(0xd7_c0 + (point >> 10), 0xdc_00 + (point & 0x3_ff));
    else units.push(isCharacter(point) ? point : replacement);
    if (units.length < unitsAtOnce) continue;
    parts.push(String.fromCharCode(...units));
    units = [];
  }
  return parts.join('') + String.fromCharCode(...units);
}

const replacement = 0xff_fd;

const isCharacter = (point: number): boolean => point <= 0xff_ff && (point < 0xd8_00 || point > 0xdf_ff);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
