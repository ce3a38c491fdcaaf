import { answerWithFile } from '@cairn/service-kit';
import type { PageAddresses } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { createPages } from './page.ts';

/**
 * Serves the pages at `/oauth/consent` and `/invitation` on an app made by `createHttp`, under any host name that the app answers to. Everything is read
 * before the first request, and compressed once.
 */
export async function mountConsent(app: FastifyInstance, addresses: PageAddresses): Promise<void> {
  const { documents, assets } = await createPages(addresses);
  for (const file of [...documents, ...assets]) app.get(file.path, answerWithFile(file));
}
