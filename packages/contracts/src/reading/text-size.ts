/** Length of `text` in UTF-8. */
export const utf8Bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Unicode characters (code points) of `text`, which is what JSON Schema's `maxLength` counts. */
export function characters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
