import { Readable } from 'node:stream';
import type { AuditChains, AuditLog, Chain, EntryFilter } from '@cairn/audit';
import { CairnError, pageBounds } from '@cairn/core';
import { toEntry } from './audit-view.ts';
import { fromNumberCursor, toNumberCursor } from './number-cursor.ts';
import { ok } from './rest-answer.ts';
import type { RawAnswer, RestAnswer } from './rest-answer.ts';

interface EntryQuery extends EntryFilter {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly after?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** A page of a chain, as the routes of every chain answer it. */
export async function listed(chains: Pick<AuditChains, 'page'>, chain: Chain, query: EntryQuery) {
  const { limit = pageBounds.defaultLimit, cursor, after, order = 'asc', ...filter } = query;
  for (const bound of ['from', 'to'] as const) refuseNoTime(bound, filter[bound]);
  // A cursor goes on in the same list and order only; which entries it shows is asked anew.
  const scope = ['audit', chain.id, order];
  const page = await chains.page(
    chain,
    {
      after: cursor === undefined ? after : fromNumberCursor(scope, cursor),
      limit: Math.min(limit, pageBounds.maxLimit),
      isReversed: order === 'desc',
    },
    filter,
  );
  return {
    data: page.entries.map((link) => toEntry(chain.kind, link)),
    next_cursor: page.next === null ? null : toNumberCursor(scope, page.next),
  };
}

function refuseNoTime(path: string, text: string | undefined): void {
  if (text === undefined || (isoDate.test(text) && !Number.isNaN(Date.parse(text)))) return;
  const message = 'must be a time in ISO 8601, such as 2026-11-28T09:00:00Z';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A chain with its proofs, for `cairn-audit-verify`. */
export function exported(log: AuditLog, chain: Chain): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${chain.id}.ndjson"`,
    },
    raw: Readable.from(log.export(chain), { objectMode: false }),
  };
}

/** What exports and checkpoints are signed with. */
export function keyOf({ key: { publicKey, keyId } }: AuditLog): RestAnswer {
  return ok({
    key_id: keyId,
    algorithm: 'Ed25519',
    public_key: publicKey,
    jwk: { kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: keyId, use: 'sig' },
  });
}
