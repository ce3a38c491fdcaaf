import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import type { AuditStores } from '@cairn/storage';
import type { FastifyInstance } from 'fastify';
import type { Tool } from '../tools/tool.ts';

export interface RefusalAudit {
  readonly refused: AuditStores['refused'];
  readonly onFault: (error: unknown) => void;
}

/**
 * Keeps in the audit what a role was not enough for, before the caller is told. What the rules denied, and what belongs to another,
 * is written where that is decided.
 */
export function recordRefusals(app: FastifyInstance, audit: RefusalAudit): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { principal, method, routeOptions } = request;
    const changes = method !== 'GET' && method !== 'HEAD' && routeOptions.url?.startsWith('/v1/');
    if (principal === null || !changes) return;
    await note(audit, { actor: request.actor(), error, target: `${method} ${routeOptions.url}` });
  });
}

/** The same for a tool, by whichever entry point it is called. */
export function auditedTool(tool: Tool, audit: RefusalAudit): Tool {
  const { definition, governance } = tool;
  if (definition.annotations.readOnlyHint) return tool;
  const noting = async <Result>(actor: Actor, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      await note(audit, { actor, error, target: definition.name });
      throw error;
    }
  };
  return {
    definition,
    run: (context, args) => noting(context.actor, tool.run(context, args)),
    governance: governance && {
      ask: (actor, args) => noting(actor, governance.ask(actor, args)),
      settle: (actor, error) => governance.settle(actor, error),
    },
  };
}

interface Refusal {
  readonly actor: Actor;
  readonly error: unknown;
  readonly target: string;
}

/** An audit that cannot be written changes no refusal: nothing was done. */
async function note({ refused, onFault }: RefusalAudit, { actor, error, target }: Refusal): Promise<void> {
  if (!(error instanceof CairnError) || error.code !== 'FORBIDDEN') return;
  try {
    await refused(actor, { target, outcome: 'forbidden' });
  } catch (fault) {
    onFault(fault);
  }
}
