import { hash as digest } from 'node:crypto';
import type { ChainEnd } from './chain.ts';

/**
 * Hash of the entry that follows an end: SHA-256 of the JSON array `["cairn.audit.entry.v1", <number>, "<hash before>", …` that goes
 * on with what the entry says. The database makes the same one (`append_to_chain`).
 *
 * @param text JSON array of the entry's columns, with `, ` between them
 */
export function hashAfter({ seq, hash }: ChainEnd, text: string): string {
  return digest('sha256', `["cairn.audit.entry.v1", ${seq + 1}, "${hash}", ${text.slice(1)}`, 'hex');
}
