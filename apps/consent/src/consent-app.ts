import { createHttp, serveReadiness } from '@cairn/service-kit';
import type { Logger, PageAddresses } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { mountConsent } from './mount-consent.ts';

/**
 * The page as a service of its own. It depends on nothing, so it is ready once it listens, and it answers under any host name: what it
 * serves is the same for everyone.
 */
export async function createConsentApp(options: { readonly addresses: PageAddresses; readonly logger: Logger }): Promise<FastifyInstance> {
  const { addresses, logger } = options;
  const app = createHttp({ logger, baseUrl: addresses.appUrl, home: addresses.appUrl });
  serveReadiness(app, { probes: {} });
  await mountConsent(app, addresses);
  return app;
}
