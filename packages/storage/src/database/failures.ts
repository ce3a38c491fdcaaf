import { CairnError } from '@cairn/core';
import pg from 'pg';
import { asRefusal } from './write-watch.ts';

// Classes of SQLSTATE that say "not now": connection, who may connect and to what, resources, operator intervention, and lock or gate timeouts.
const passing = /^(08|28|3D|53|57|58|XX)|^(55P03|40001|40P01|25006)$/;
/** What a server says at its door under codes that it has for statements, too. */
const refusals = /^(?:database ".*" is not currently accepting connections|permission denied for database )/;
const nodeErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|connection closed|embedded database)/;

/** Whether the database did not answer, as against having answered with an error. @internal */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? '') || refusals.test(error.message);
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code;
  return (code !== undefined && nodeErrors.has(code)) || driverMessages.test(error.message);
}

/** The error as it may leave this package: STORE_UNAVAILABLE when the database did not answer, else itself. */
export function storeError(error: unknown): unknown {
  return isUnavailable(error) ? new CairnError('STORE_UNAVAILABLE', { cause: asRefusal(error), retryAfter: 1 }) : error;
}
