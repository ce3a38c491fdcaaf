import type { Chain } from '@cairn/audit';
import { operatorAuditRoutes } from '@cairn/contracts';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { exported, keyOf, listed } from './audit-answers.ts';
import type { AuditAccess } from './audit-access.ts';
import { toVerification } from './audit-view.ts';
import { inputReaders } from './read-inputs.ts';

/** What the operator did that is of no workspace and of no person's own doing. */
const operatorChain: Chain = { kind: 'directory', id: '00000000-0000-0000-0000-000000000000' };

/** `/operator/audit`. @param onRequest lets the operator in and nobody else */
export function mountOperatorAudit(app: FastifyInstance, { log, chains }: AuditAccess, onRequest: onRequestAsyncHookHandler): void {
  const { listOperatorAudit, verifyOperatorAudit, exportOperatorAudit, getOperatorAuditKey } = operatorAuditRoutes;

  const listing = inputReaders(listOperatorAudit);
  app.get(listOperatorAudit.path, { onRequest }, (request) => listed(chains, operatorChain, listing.query(request)));

  const verifying = inputReaders(verifyOperatorAudit);
  app.get(verifyOperatorAudit.path, { onRequest }, async (request) => {
    verifying.query(request);
    return toVerification(await log.verify(operatorChain));
  });

  const exporting = inputReaders(exportOperatorAudit);
  app.get(exportOperatorAudit.path, { onRequest }, (request, reply) => {
    exporting.query(request);
    const { headers, raw } = exported(log, operatorChain);
    return reply.headers(headers ?? {}).send(raw);
  });

  const asking = inputReaders(getOperatorAuditKey);
  app.get(getOperatorAuditKey.path, { onRequest }, async (request) => {
    asking.query(request);
    return keyOf(log).body;
  });
}
