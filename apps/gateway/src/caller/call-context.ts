import type { Actor } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import type { FastifyReply } from 'fastify';
import type { ToolContext } from '../tools/tool.ts';

/** A caller that may go away: aborts when the socket closes before the answer was sent. */
export interface Caller {
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

/** The caller behind one reply. The signal is made when it is first read: most tools never do. */
export class HttpCaller implements Caller {
  readonly actor: Actor;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(actor: Actor, reply: FastifyReply) {
    this.actor = actor;
    this.#reply = reply;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortedOnClose(this.#reply);
    return this.#signal;
  }
}

/** What a tool works with when `caller` calls it. */
export const toolContext = (caller: Caller, stores: GovernedStores, extras: Pick<ToolContext, 'report' | 'ruling'> = {}): ToolContext =>
  new CallContext(caller, stores, extras);

// A class, because an object literal with a getter gets a shape of its own each time, at 12 microseconds a call.
class CallContext implements ToolContext {
  readonly actor: Actor;
  readonly stores: GovernedStores;
  readonly report: ToolContext['report'];
  readonly ruling: ToolContext['ruling'];
  readonly #caller: Caller;

  constructor(caller: Caller, stores: GovernedStores, { report, ruling }: Pick<ToolContext, 'report' | 'ruling'>) {
    this.actor = caller.actor;
    this.stores = stores;
    this.report = report;
    this.ruling = ruling;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    return this.#caller.signal;
  }
}

/** Aborts when the socket closes before the answer was sent. */
export function abortedOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  const abort = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
