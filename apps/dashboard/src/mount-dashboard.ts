import { CairnError } from '@cairn/core';
import { answerWithFile } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetsPath, createDashboard, documentPaths } from './page.ts';
import type { PageAddresses } from './page-headers.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Serves the dashboard at `/` on an app made by `createHttp`. The bundle is made while the service starts; a request that comes before
 * it is ready waits for it.
 */
export function mountDashboard(app: FastifyInstance, addresses: PageAddresses): void {
  const ready = answersFor(addresses);
  // Told to whoever asks for the page; the service is of use without it.
  ready.catch((error: unknown) => app.log.error({ err: error }, 'the dashboard could not be made'));
  const document = async (request: FastifyRequest, reply: FastifyReply) => (await ready).document(request, reply);
  for (const path of documentPaths) app.get(path, document);
  app.get(`${assetsPath}/:name`, async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const answer = (await ready).assets.get(`${assetsPath}/${name}`);
    if (answer === undefined) throw new CairnError('NOT_FOUND');
    return answer(request, reply);
  });
}

async function answersFor(addresses: PageAddresses): Promise<{ readonly document: Answer; readonly assets: ReadonlyMap<string, Answer> }> {
  const { document, assets } = await createDashboard(addresses);
  return {
    document: answerWithFile({ path: '/', ...document }),
    assets: new Map(assets.map((file) => [file.path, answerWithFile(file)])),
  };
}
