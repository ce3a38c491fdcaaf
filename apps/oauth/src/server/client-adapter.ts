import type { OauthClientRepository } from '@cairn/auth';
import type { Adapter } from 'oidc-provider';
import { nothing } from './adapter-parts.ts';

/** Registered clients, under their own ids. */
export function createClientAdapter(clients: OauthClientRepository): Adapter {
  return {
    ...nothing,
    upsert: (id, payload) => clients.save(id, payload),
    find: (id) => clients.find(id),
    destroy: async (id) => void (await clients.remove(id)),
  };
}
