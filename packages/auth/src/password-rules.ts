import { CairnError } from '@cairn/core';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Characters are Unicode code points after NFC; bytes are of UTF-8. */
const passwordBounds = { leastCharacters: 8, mostBytes: 1024 } as const;

/** In lower case; shorter ones are refused for their length. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordBounds.leastCharacters));

/**
 * Why a text cannot be chosen as a password, in words that follow its name; undefined when it can. Judged after NFC, as it is
 * hashed. There are no rules on kinds of characters: they make passwords harder to remember and hardly harder to guess.
 *
 * @internal
 */
export function passwordFault(password: string, { email }: { readonly email: string }): string | undefined {
  const text = password.normalize('NFC');
  if (Array.from(text).length < passwordBounds.leastCharacters) return `must have at least ${passwordBounds.leastCharacters} characters`;
  if (new TextEncoder().encode(text).length > passwordBounds.mostBytes)
    return `must have at most ${passwordBounds.mostBytes} bytes of UTF-8`;
  const plain = text.toLowerCase();
  if (common.has(plain)) return 'is one of the passwords that are tried first; choose another';
  const address = email.toLowerCase();
  if (plain === address || plain === address.split('@', 1)[0]) return 'must not be the e-mail address or the name in it';
  if (new Set(plain).size < 3) return 'must have more than two different characters';
  return undefined;
}

/** @throws INVALID_ARGUMENT that names the field. */
export function refuseBadPassword(password: string, { email, path }: { readonly email: string; readonly path: string }): void {
  const message = passwordFault(password, { email });
  if (message !== undefined)
    throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}
