import { Readable } from 'node:stream';
import type { AuditChains, AuditLog, Chain, EntryFilter } from '@cairn/audit';
import { pageBounds } from '@cairn/core';
import { toEntry } from './audit-view.ts';
import { fromNumberCursor, toNumberCursor } from './number-cursor.ts';
import { refuseNoTime } from './refuse-no-time.ts';
import { ok } from './rest-answer.ts';
import type { RawAnswer, RestAnswer } from './rest-answer.ts';

interface EntryQuery extends Omit<EntryFilter, 'decisionId'> {
  readonly decision_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly after?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** A page of a chain, as the routes of every chain answer it. */
export async function listed(chains: Pick<AuditChains, 'page'>, chain: Chain, query: EntryQuery) {
  const { limit = pageBounds.defaultLimit, cursor, after, order = 'asc', decision_id: decisionId, ...filter } = query;
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
    { ...filter, decisionId },
  );
  return {
    data: page.entries.map((link) => toEntry(chain.kind, link)),
    next_cursor: page.next === null ? null : toNumberCursor(scope, page.next),
  };
}

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
