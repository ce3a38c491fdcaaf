import { setTimeout as sleep } from 'node:timers/promises';
import { hashSecret } from '@cairn/auth';
import type { ConnectionRepository, OauthRecordRepository } from '@cairn/auth';
import { errors } from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { exchangeNotes } from './exchange-context.ts';
import { createRecordAdapter } from './record-adapter.ts';

const model = 'AuthorizationCode';

/**
 * Milliseconds for which the exchange that won keeps its answer back. Requests that were sent together have all come in by then,
 * so that no answer of one can be the reason for another.
 */
const holdMs = 200;

export interface CodeAdapterDeps {
  readonly records: OauthRecordRepository;
  readonly connections: Pick<ConnectionRepository, 'issuedBefore'>;
}

/**
 * Authorization codes, which work once. A code that comes again after its first exchange was answered is a replay: the library is
 * told, and revokes what was given out for it (RFC 6749, section 4.1.2). One that came in before that answer was sent cannot have
 * learned anything from it: a client sent it twice. It is refused, and the token of the first one lives.
 */
export function createCodeAdapter({ records, connections }: CodeAdapterDeps): Adapter {
  return {
    ...createRecordAdapter(model, records),

    async find(id) {
      const record = await records.find(model, hashSecret(id));
      if (!record) return undefined;
      const payload = { ...record.payload, jti: id } as AdapterPayload;
      if (!record.isConsumed || !(await isReplay(payload, connections))) return payload;
      // A used code counts as used, however late it comes: the library would call it expired, and revoke nothing.
      return { ...payload, consumed: true, exp: Math.floor(Date.now() / 1000) + 60 };
    },

    async consume(id) {
      if (!(await records.consume(model, hashSecret(id)))) throw new errors.InvalidGrant('authorization code already consumed');
      await sleep(holdMs);
    },
  };
}

/** Whether the request that brings a used code came in after the answer to the first one, which follows upon its token. */
async function isReplay({ grantId }: AdapterPayload, connections: CodeAdapterDeps['connections']): Promise<boolean> {
  const { arrivedAt } = exchangeNotes();
  if (grantId === undefined || arrivedAt === undefined) return true;
  return connections.issuedBefore(hashSecret(grantId), arrivedAt);
}
