/** The beginning of a text that has at most so many bytes of UTF-8; never half a character. An empty text becomes a space. */
export function bytesAtMost(text: string, bytes: number): string {
  const target = new Uint8Array(bytes);
  const { read } = new TextEncoder().encodeInto(text, target);
  // Endpoints reject an empty input.
  return text.slice(0, read) || ' ';
}
