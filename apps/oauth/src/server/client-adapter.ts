import type { OauthClientRepository } from '@cairn/auth';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { nothing } from './adapter-parts.ts';

/** Registered clients, under their own ids. */
export function createClientAdapter(clients: OauthClientRepository): Adapter {
  return {
    ...nothing,
    upsert: (id, payload) => clients.save(id, payload as Readonly<Record<string, unknown>>),
    find: async (id) => (await clients.find(id)) as AdapterPayload | undefined,
    destroy: async (id) => void (await clients.remove(id)),
  };
}
