import { hashSecret } from '@cairn/auth';
import type { ConnectionRepository } from '@cairn/auth';
import { errors } from 'oidc-provider';
import type { Adapter } from 'oidc-provider';
import { nothing } from './adapter-parts.ts';
import { exchangeNotes } from './exchange-context.ts';

/**
 * Access tokens, kept as hashes under the connection that they belong to. They never expire; ending the connection ends them, and
 * whatever revokes a grant ends its connection.
 */
export function createTokenAdapter(connections: ConnectionRepository, requestId: () => string): Adapter {
  return {
    ...nothing,

    async upsert(id, { jti: _jti, exp: _exp, ...payload }) {
      const { grantId, aud, scope } = payload;
      if (typeof grantId !== 'string' || typeof aud !== 'string' || scope === undefined)
        throw new Error('a token needs grant, audience and scope');
      const token = {
        idHash: hashSecret(id),
        grantHash: hashSecret(grantId),
        audience: aud,
        scope,
        payload,
      };
      if (!(await connections.issue(token))) throw new errors.InvalidGrant('the connection was revoked');
    },

    async find(id) {
      const payload = await connections.token(hashSecret(id));
      return payload && { ...payload, jti: id };
    },

    async revokeByGrantId(grantId) {
      if (await connections.revokeOfGrant(hashSecret(grantId), requestId())) exchangeNotes().hasRevoked = true;
    },
  };
}
