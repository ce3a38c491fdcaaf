import { resolve } from 'node:path';
import type { DataPlace } from './config.ts';

/**
 * Which store it is, for people: the database and its server, or the folder, which is not what services of their own use. Nothing of
 * whoever connects.
 */
export function placeOf(data: DataPlace): string {
  if (data.kind === 'embedded') return `the embedded store in ${resolve(data.dataDir)}, since DATABASE_URL is not set`;
  const { host, pathname } = new URL(data.url);
  return `${decodeURIComponent(pathname.slice(1)) || "the user's own database"} on ${host}`;
}
