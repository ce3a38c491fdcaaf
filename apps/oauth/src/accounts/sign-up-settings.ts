import type { SignUpMode } from '@cairn/auth';
import type { WebConfig } from '@cairn/service-kit';
import { z } from 'zod';

/** Spread it into the schema of a service that serves sign-up. */
export const signUpSettings = {
  CAIRN_SIGN_UP: z.enum(['open', 'closed']).optional().describe('open or closed'),
} as const;

/**
 * As it was set, else open only while nobody but people of this machine can come: the service listens on a loopback address and is
 * known under one. Behind a proxy, or on a network, strangers could make accounts, so there it is closed until the operator opens it.
 */
export function signUpConfig(
  { CAIRN_SIGN_UP: set }: z.output<z.ZodObject<typeof signUpSettings>>,
  { listen, web }: Pick<WebConfig, 'listen' | 'web'>,
): SignUpMode {
  if (set !== undefined) return set;
  return isLoopback(listen.host) && isLoopback(new URL(web.baseUrl).hostname) ? 'open' : 'closed';
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
