import { randomBytes } from 'node:crypto';
import { newAddress } from '../auth/addresses.ts';
import { call, callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';

/** Somebody with a workspace of their own, signed in, who says that they work in that project. */
export async function newStranger(baseUrl: string, projectId: string): Promise<Caller> {
  const account = { email: `stranger-${randomBytes(6).toString('hex')}@example.org`, password: randomBytes(16).toString('base64url') };
  const post = (path: string) =>
    call(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newAddress() },
      body: JSON.stringify(account),
    });
  await post('/auth/sign-up');
  const { status, body } = await post('/auth/sign-in');
  if (status !== 200) throw new Error(`the stranger cannot sign in: ${status}`);
  return callerFor(baseUrl, body.session_token, { 'x-service-project-id': projectId });
}
