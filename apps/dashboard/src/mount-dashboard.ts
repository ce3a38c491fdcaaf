import { CairnError } from '@cairn/core';
import { answerWithFile } from '@cairn/service-kit';
import type { PageAddresses } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetsPath, createDashboard, documentPaths } from './page.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Serves the dashboard at `/` on an app made by `createHttp`. The bundle is made as soon as the service listens, so that nothing else
 * waits for it; a request that comes before it is ready does.
 */
export function mountDashboard(app: FastifyInstance, addresses: PageAddresses): void {
  let making: Promise<Answers> | undefined;
  const ready = (): Promise<Answers> => {
    if (making) return making;
    making = answersFor(addresses);
    // Told to whoever asks for the page; the service is of use without it.
    making.catch((error: unknown) => app.log.error({ err: error }, 'the dashboard could not be made'));
    return making;
  };
  app.addHook('onListen', (done) => {
    void ready().catch(() => undefined);
    done();
  });
  const document = async (request: FastifyRequest, reply: FastifyReply) => (await ready()).document(request, reply);
  for (const path of documentPaths) app.get(path, document);
  app.get(`${assetsPath}/:name`, async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const answer = (await ready()).assets.get(`${assetsPath}/${name}`);
    if (answer === undefined) throw new CairnError('NOT_FOUND');
    return answer(request, reply);
  });
}

interface Answers {
  readonly document: Answer;
  readonly assets: ReadonlyMap<string, Answer>;
}

async function answersFor(addresses: PageAddresses): Promise<Answers> {
  const { document, assets } = await createDashboard(addresses);
  return {
    document: answerWithFile({ path: '/', ...document }),
    assets: new Map(assets.map((file) => [file.path, answerWithFile(file)])),
  };
}
