import { analyse } from 'chardet';

/** As much of the beginning as is looked at. */
const sampleSize = 131_072;

/** Encodings by the detector's name, where ours differs. Those of Windows hold all that those of ISO have, and more. */
const known: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
};

/** First bytes of the two that make a common character; the standards put the rare ones elsewhere. */
const commonLeads: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  shift_jis: [
    [0x81, 0x83],
    [0x88, 0x97],
  ],
  'euc-jp': [
    [0xa1, 0xa5],
    [0xb0, 0xcf],
  ],
  gb18030: [
    [0xa1, 0xa3],
    [0xb0, 0xd7],
  ],
  big5: [[0xa1, 0xc6]],
  'euc-kr': [
    [0xa1, 0xa3],
    [0xb0, 0xc8],
  ],
};

/**
 * The encoding of a text that is neither UTF-8 nor UTF-16. Statistics of letters propose; a proposal counts only when its text is
 * plausible: no characters that text does not hold, no symbols inside words, no capitals behind small letters. What is left
 * without a plausible proposal is Windows-1252, in which Western text on Windows is written. Undefined when it is no text.
 */
export function legacyCharset(bytes: Uint8Array): string | undefined {
  const sample = completeLines(bytes);
  const proposed = analyse(sample).map(({ name, confidence }) => ({
    encoding: known[name.toLowerCase()] ?? name.toLowerCase(),
    confidence,
  }));
  const candidates = new Map<string, number>();
  for (const { encoding, confidence } of proposed) candidates.set(encoding, Math.max(confidence, candidates.get(encoding) ?? 0));
  for (const encoding of fallbacks) if (!candidates.has(encoding)) candidates.set(encoding, 0);
  let best: { encoding: string; score: number } | undefined;
  for (const [encoding, confidence] of candidates) {
    const text = strictly(sample, encoding);
    const leads = commonLeads[encoding];
    const oddity = text === undefined ? 1 : oddityOf(text, leads !== undefined);
    const prior = leads ? commonShare(sample, leads) * 40 - 40 : encoding === 'windows-1252' ? 5 : 0;
    const score = confidence + prior - oddity * 400;
    if (oddity < 0.3 && (best === undefined || score > best.score)) best = { encoding, score };
  }
  return best?.encoding;
}

const fallbacks = ['windows-1252', 'shift_jis', 'gb18030', 'euc-kr', 'big5', 'koi8-r', 'windows-1251', 'windows-1250'];

/** The sample without its last, perhaps cut, line. */
function completeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= sampleSize) return bytes;
  const end = bytes.subarray(0, sampleSize).lastIndexOf(0x0a);
  return bytes.subarray(0, end > 0 ? end + 1 : sampleSize);
}

function strictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function commonShare(bytes: Uint8Array, leads: readonly (readonly [number, number])[]): number {
  let pairs = 0;
  let common = 0;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead <= 0x80) continue;
    pairs += 1;
    if (leads.some(([from, to]) => lead >= from && lead <= to)) common += 1;
    at += 1;
  }
  return pairs === 0 ? 0 : common / pairs;
}

/** Share of the characters beyond ASCII that do not look like text, 0 to 1. */
function oddityOf(text: string, isEastAsian: boolean): number {
  const beyond = text.match(/[^\0-\u007f]/gu)?.length ?? 0;
  const controls = text.match(/(?!\s)\p{Cc}/gu)?.length ?? 0;
  if (beyond === 0) return 0;
  if (controls > 8 && controls > text.length / 50) return 1;
  let odd = text.match(/[\u0080-\u009f\p{Cn}\p{Co}]/gu)?.length ?? 0;
  // A capital behind a small letter within a word: the mark of one Cyrillic encoding read as another.
  odd += text.match(/(?<=\p{Ll})(?=[^\0-\u007f])\p{Lu}/gu)?.length ?? 0;
  odd += text.match(/(?<=\p{L})[\u00a1-\u00b6\u00b8-\u00bf\u00d7\u00f7\u0192\u02c6\u2020-\u2022\u2030](?=\p{L})/gu)?.length ?? 0;
  odd += text.match(/(?<=[a-z])(?:\p{Script=Cyrillic}|\p{Script=Greek})|(?:\p{Script=Cyrillic}|\p{Script=Greek})(?=[a-z])/gu)?.length ?? 0;
  // Half-width katakana and rare ideographs amid Latin letters are Western text read two bytes at a time.
  if (isEastAsian)
    odd += text.match(/(?<=[a-z])[\p{Script=Han}\p{Script=Hangul}\uff61-\uff9f]|[\uff61-\uff9f](?![\uff61-\uff9f])/gu)?.length ?? 0;
  return Math.min(odd / beyond, 1);
}
