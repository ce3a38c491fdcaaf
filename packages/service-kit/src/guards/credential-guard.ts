import { presentedCredential } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { CredentialOptions, Guard, GuardOptions } from './create-guards.ts';

export function createCredentialGuard({ authenticator }: GuardOptions): { credential(options: CredentialOptions): Guard; user: Guard } {
  const secretOf = (request: Parameters<Guard>[0]): string => {
    const query = request.query as { api_key?: string | string[] };
    const presented = presentedCredential({
      authorization: request.headers.authorization,
      xApiKey: request.headers['x-api-key'],
      queryApiKey: query.api_key,
    });
    if (presented.kind === 'many') throw new CairnError('INVALID_ARGUMENT', { message: 'more than one credential' });
    if (presented.kind !== 'one') throw new CairnError('UNAUTHORIZED');
    return presented.secret;
  };
  const run = (work: () => Promise<void>, done: (error?: Error) => void) => {
    work().then(() => done(), done);
  };
  return {
    credential:
      ({ kinds }) =>
      (request, _reply, done) =>
        run(async () => {
          const header = request.headers['x-service-project-id'];
          const outcome = await authenticator.resolve(secretOf(request), {
            projectHeader: typeof header === 'string' ? header : undefined,
          });
          if (outcome === 'unknown') throw new CairnError('UNAUTHORIZED');
          if (typeof outcome === 'string') throw new CairnError('FORBIDDEN');
          if (!kinds.includes(outcome.kind)) throw new CairnError('UNAUTHORIZED');
          request.principal = outcome;
        }, done),
    user: (request, _reply, done) =>
      run(async () => {
        const user = await authenticator.resolveUser(secretOf(request));
        if (user === 'unknown') throw new CairnError('UNAUTHORIZED');
        request.sessionUser = user;
      }, done),
  };
}
