import type { Addresses } from './addresses.ts';

/** The one scope. */
export const mcpScope = 'mcp';

/**
 * Resource indicators as clients write them, brought to the one spelling: the address of the service or of `/mcp`, with or
 * without a slash at the end, names the resource. Anything else is left as it is, to be refused by name. RFC 8707 has the code and the
 * token request compared byte for byte, and clients spell the two differently.
 */
export function canonicalResource(given: unknown, addresses: Addresses): unknown {
  if (!Array.isArray(given)) return namesResource(given, addresses) ? addresses.resource : given;
  const spelled = new Set(given.map((one: unknown) => canonicalResource(one, addresses)));
  const [only] = spelled;
  return spelled.size === 1 ? only : [...spelled];
}

function namesResource(given: unknown, { issuer, resource }: Addresses): boolean {
  if (typeof given !== 'string' || !URL.canParse(given)) return false;
  const { href, hash, search } = new URL(given);
  if (hash !== '' || search !== '') return false;
  const plain = withoutSlash(href);
  return plain === withoutSlash(new URL(issuer).href) || plain === withoutSlash(new URL(resource).href);
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
