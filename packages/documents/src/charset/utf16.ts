/** Enough to tell. */
const sampleSize = 65_536;

/** Share of bytes from which on they are text of a byte a letter with a stray zero in it: half of what UTF-16 says in Latin letters is zeros. */
const plainShare = 0.8;

/**
 * Whether bytes without a byte order mark are UTF-16, and in which order: one of each two bytes is then nearly always the same
 * few (zero in Latin text, a block of ideographs or kana elsewhere), and line feeds and blanks are two bytes wide.
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleSize - (sampleSize % 2));
  if (bytes.byteLength % 2 === 1 || sample.byteLength < 4) return undefined;
  const zeros = [0, 0];
  const wideBlanks = { le: 0, be: 0 };
  let plain = 0;
  for (let at = 0; at + 1 < sample.byteLength; at += 2) {
    const [first = 0, second = 0] = [sample[at], sample[at + 1]];
    plain += (isPlain(first) ? 1 : 0) + (isPlain(second) ? 1 : 0);
    if (first === 0) zeros[0] = (zeros[0] ?? 0) + 1;
    if (second === 0) zeros[1] = (zeros[1] ?? 0) + 1;
    if (second === 0 && isBlank(first)) wideBlanks.le += 1;
    if (first === 0 && isBlank(second)) wideBlanks.be += 1;
  }
  const [high = 0, low = 0] = zeros;
  if ((high === 0 && low === 0) || plain >= plainShare * sample.byteLength) return undefined;
  const encoding = low > high || wideBlanks.le > wideBlanks.be ? 'utf-16le' : 'utf-16be';
  return isPlausible(sample, encoding) ? encoding : undefined;
}

const isBlank = (byte: number): boolean => byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0x09;

const isPlain = (byte: number): boolean => (byte >= 0x20 && byte <= 0x7e) || isBlank(byte);

/** Whether the text so read is letters and the like, without unassigned or control characters. */
function isPlausible(sample: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(sample);
  const odd = text.match(/[\p{Cn}\p{Co}\ufffd]|(?![\t\n\r])\p{Cc}/gu)?.length ?? 0;
  return odd <= text.length / 50;
}
