import type { Caller } from '../caller/call-context.ts';
import { headerOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { InboundRequest } from './inbound.ts';
import type { RequestId } from './json-rpc.ts';

/**
 * Calls of the handshake era that this process works on, for `notifications/cancelled`, which comes in a request of its own. It
 * names a call by its id, and ids are unique for one client only; so where no session tells clients of one credential apart,
 * nothing is cancelled that might be another's.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<CancellableCaller>>();

  /** Works with a caller whose signal aborts on cancellation too. */
  async run<Result>(exchange: Exchange<InboundRequest>, work: (caller: Caller) => Promise<Result>): Promise<Result> {
    const key = keyOf(exchange, exchange.message.id);
    const caller = new CancellableCaller(exchange.caller);
    const same = this.#calls.get(key) ?? new Set();
    this.#calls.set(key, same.add(caller));
    try {
      return await work(caller);
    } finally {
      same.delete(caller);
      if (same.size === 0) this.#calls.delete(key);
    }
  }

  /** Cancels what a notification names, if that is one call. */
  cancel(exchange: Exchange): void {
    const { message } = exchange;
    if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return;
    const id = message.params?.['requestId'];
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const [call, other] = this.#calls.get(keyOf(exchange, id)) ?? [];
    if (!other) call?.cancel();
  }
}

function keyOf({ caller, headers }: Exchange, id: RequestId): string {
  return JSON.stringify([caller.actor.credentialId, headerOf(headers, 'mcp-session-id'), id]);
}

/** The signal is made when it is first read, as that of the caller itself. */
class CancellableCaller implements Caller {
  readonly actor: Caller['actor'];
  readonly #caller: Caller;
  #cancelled: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(caller: Caller) {
    this.actor = caller.actor;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    this.#cancelled ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.#caller.signal, this.#cancelled.signal]);
    return this.#signal;
  }

  cancel(): void {
    this.#cancelled ??= new AbortController();
    this.#cancelled.abort();
  }
}
