import { randomBytes } from 'node:crypto';

/** The address of the same database for a user of services, which nobody has made yet: `migrate` does, when it is told of it. */
export function forServices(databaseUrl: string): { readonly url: string; readonly name: string } {
  const url = new URL(databaseUrl);
  url.username = `cairn_service_${randomBytes(6).toString('hex')}`;
  url.password = randomBytes(18).toString('hex');
  return { url: url.href, name: url.username };
}
