import type { CodeSpan } from '@cairn/core';

const uuidBytes = 16;

/** Reads what `read_codes` joins: block, slot, passages, document, number of bytes, codes, one after another. */
export function decodeCodes(bytes: Uint8Array): CodeSpan[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const spans: CodeSpan[] = [];
  for (let at = 0; at < bytes.length;) {
    const block = view.getUint32(at);
    const slot = view.getUint32(at + 4);
    const passages = view.getUint32(at + 8);
    const documentId = uuidText(bytes.subarray(at + 12, at + 12 + uuidBytes));
    const size = view.getUint32(at + 12 + uuidBytes);
    const start = at + 16 + uuidBytes;
    spans.push({ block, slot, passages, documentId, codes: bytes.slice(start, start + size) });
    at = start + size;
  }
  return spans;
}

function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
