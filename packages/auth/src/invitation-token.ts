import { hashSecret } from './secret-hash.ts';
import { hasChecksum, newToken, tokenBodyCharacters } from './token-text.ts';

const prefix = 'cairn_invitation_';
const shape = new RegExp(`^${prefix}[A-Za-z0-9]{${tokenBodyCharacters}}$`);

/** Days that an invitation can be used. */
export const invitationDays = { least: 1, default: 7, most: 30 } as const;

/** A new invitation's secret, shown once, and the hash that is stored of it. */
export function createInvitationToken(): { readonly secret: string; readonly hash: Uint8Array } {
  const secret = newToken(prefix);
  return { secret, hash: hashSecret(secret) };
}

/** The hash to look an invitation up by; undefined for a text that no invitation can have. */
export function invitationHash(text: string): Uint8Array | undefined {
  return shape.test(text) && hasChecksum(text) ? hashSecret(text) : undefined;
}

/** Where people follow an invitation. The secret is in the fragment, which browsers send to no server and no other site. */
export function invitationLink(appUrl: string, secret: string): string {
  return `${appUrl}/invitation#${secret}`;
}
