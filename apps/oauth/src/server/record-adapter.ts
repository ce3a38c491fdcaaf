import { hashSecret } from '@cairn/auth';
import type { OauthRecordRepository } from '@cairn/auth';
import type { Adapter } from 'oidc-provider';
import { nothing } from './adapter-parts.ts';

/** What is kept for a while. Ids are secrets: only their hashes are stored, and the payload goes without them. */
export function createRecordAdapter(model: string, records: OauthRecordRepository): Adapter {
  return {
    ...nothing,
    upsert: (id, { jti: _jti, ...payload }, ttlSeconds) =>
      records.save({
        model,
        idHash: hashSecret(id),
        grantHash: payload.grantId === undefined ? undefined : hashSecret(payload.grantId),
        payload,
        ttlSeconds,
      }),
    find: async (id) => {
      const record = await records.find(model, hashSecret(id));
      return record && { ...record.payload, jti: id };
    },
    destroy: (id) => records.remove(model, hashSecret(id)),
    revokeByGrantId: (grantId) => records.removeOfGrant(model, hashSecret(grantId)),
  };
}
