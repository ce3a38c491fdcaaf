import { createHmac } from 'node:crypto';
import type { Commitments } from '../secrets/commitments.ts';

/** With a key that anybody knows. */
export const commitments: Commitments = {
  of: async (project) => (secret) => createHmac('sha256', `key of ${project}`).update(secret).digest('hex'),
};
