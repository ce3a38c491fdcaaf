import { Readable } from 'node:stream';
import { anyCredential } from '@cairn/contracts';
import type { Actor, Document, Stores } from '@cairn/core';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpCaller } from '../caller/call-context.ts';
import { wouldBeLetIn } from '../caller/recheck.ts';
import { progressEvents } from './progress-events.ts';
import type { RawAnswer } from './rest-answer.ts';
import { StreamQuota } from './stream-quota.ts';

interface WatchDeps {
  readonly stores: Stores;
  readonly guards: HttpGuards;
  /** Aborts when the server starts to close. */
  readonly closing: AbortSignal;
}

interface Watcher {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const pollMs = 500;
const quietLooks = 30;
const bounds = { perCredential: 8, inAll: 512 };

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that gathers the answer would hold the events back.
  'x-accel-buffering': 'no',
};

/** Streams how far a document's ingestion is, for as long as somebody listens who may. */
export function createDocumentWatch({ stores, guards, closing }: WatchDeps): (document: Document, watcher: Watcher) => RawAnswer {
  const quota = new StreamQuota(bounds);
  const guard = guards.credential({ kinds: anyCredential });
  return (document, { actor, request, reply }) => {
    const free = quota.take(actor.credentialId);
    const events = progressEvents(document, {
      // A request is judged once; a stream outlives that judgement, so it asks again each time.
      next: async () => ((await wouldBeLetIn(guard, request, reply)) ? stores.documents.get(actor, document.id) : undefined),
      signal: AbortSignal.any([closing, new HttpCaller(actor, reply).signal]),
      pollMs,
      quietLooks,
    });
    return { status: 200, headers, raw: Readable.from(events).once('close', free) };
  };
}
