import type { Actor } from '@cairn/core';
import { vainCallOf } from '@cairn/service-kit';
import type { VainCall } from '@cairn/service-kit';
import type { AuditStores } from '@cairn/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tool } from '../tools/tool.ts';

export interface RefusalAudit {
  readonly refused: AuditStores['refused'];
  readonly onFault: (error: unknown) => void;
}

/**
 * Keeps in the audit, before the caller is told, calls that would have changed something and were made in vain: what a role was not enough
 * for, and what failed on the server. What the rules denied, and what belongs to another, is written where that is decided.
 */
export function recordRefusals(app: FastifyInstance, audit: RefusalAudit): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { method, routeOptions } = request;
    const { url = '', config } = routeOptions;
    if (method === 'GET' || method === 'HEAD' || config.readsOnly === true) return;
    const target = `${method} ${url}`;
    if (url.startsWith('/v1/')) await noteOf(request, { audit, error, target });
    else if (url.startsWith('/operator/'))
      await noteFailure(audit, { error, target, keep: (call) => audit.refused.operator(request.id, call) });
  });
}

/** By whoever asked: in the project that they work in, or among what they do to their own account. */
async function noteOf(
  request: FastifyRequest,
  { audit, error, target }: { readonly audit: RefusalAudit; readonly error: unknown; readonly target: string },
): Promise<void> {
  const { principal, sessionUser, id: requestId, traceId } = request;
  if (principal !== null) {
    const actor = request.actor();
    await note(audit, { error, target, keep: (call) => audit.refused.inProject(actor, call) });
  } else if (sessionUser !== null) {
    await noteFailure(audit, { error, target, keep: (call) => audit.refused.person({ ...sessionUser, requestId, traceId }, call) });
  }
}

/** The same for a tool, by whichever entry point it is called. */
export function auditedTool(tool: Tool, audit: RefusalAudit): Tool {
  const { definition, governance } = tool;
  if (definition.annotations.readOnlyHint) return tool;
  const noting = async <Result>(actor: Actor, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      await note(audit, { error, target: definition.name, keep: (call) => audit.refused.inProject(actor, call) });
      throw error;
    }
  };
  return {
    definition,
    // What was evaluated before is carried out in a transaction that is open: nothing else is written until it ended, and `settle` follows.
    run: (context, args) => (context.ruling === undefined ? noting(context.actor, tool.run(context, args)) : tool.run(context, args)),
    governance: governance && {
      ask: (actor, args) => noting(actor, governance.ask(actor, args)),
      settle: (actor, error) => noting(actor, governance.settle(actor, error)),
    },
  };
}

interface Vain {
  readonly error: unknown;
  readonly target: string;
  readonly keep: (call: VainCall) => Promise<void>;
}

/** What a person or the operator may not do is written where that is decided. */
const noteFailure = (audit: RefusalAudit, { keep, ...vain }: Vain): Promise<void> =>
  note(audit, { ...vain, keep: async (call) => (call.action === 'call.fail' ? keep(call) : undefined) });

/** An audit that cannot be written changes no answer: nothing was done. */
async function note({ onFault }: RefusalAudit, { error, target, keep }: Vain): Promise<void> {
  const call = vainCallOf(error, target);
  if (call === undefined) return;
  try {
    await keep(call);
  } catch (fault) {
    onFault(fault);
  }
}
