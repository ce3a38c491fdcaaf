import { envFields } from '../config/env-fields.ts';

/** A master key as people write it down. */
export type KeyText =
  | { readonly kind: 'plain'; readonly key: Uint8Array }
  /** As a key service wrapped it. */
  | { readonly kind: 'wrapped'; readonly text: string };

export const keyTextTakes =
  '32 bytes in base64 (44 characters; `openssl rand -base64 32` makes one), or kms: and what a key service made of them';

const wrapped = /^kms:([!-~]{1,4096})$/;

/** Undefined when the text is neither. */
export function keyTextIn(given: string): KeyText | undefined {
  const text = given.trim();
  const [, service] = wrapped.exec(text) ?? [];
  if (service !== undefined) return { kind: 'wrapped', text: service };
  const read = envFields.key32.safeParse(text);
  return read.success ? { kind: 'plain', key: read.data } : undefined;
}

/** What a wrapped key is written down as. */
export const wrappedKeyText = (text: string): string => `kms:${text}`;
