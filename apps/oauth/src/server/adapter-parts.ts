import type { Adapter } from 'oidc-provider';

const none = (): Promise<undefined> => Promise.resolve(undefined);

/** Calls of the library's contract that a model has no use for. */
export const nothing: Adapter = {
  upsert: none,
  find: none,
  findByUserCode: none,
  findByUid: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
};
