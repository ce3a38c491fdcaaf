import type { RawAnswer } from './rest-answer.ts';

/** A file to save, never to show: nothing in it may run as a page of this service. */
export function attachment({ title, mediaType, bytes }: { title: string; mediaType: string; bytes: Uint8Array }): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${asciiName(title)}"; filename*=UTF-8''${extendedValue(title)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    raw: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
}

/** For readers that do not know `filename*`: what could end the string or name a folder is replaced. */
const asciiName = (title: string): string => title.replaceAll(/[^\w .()-]/g, '_').slice(0, 120) || 'document';

/** RFC 8187: everything but its `attr-char` is percent-encoded. */
const extendedValue = (title: string): string =>
  encodeURIComponent(title).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
