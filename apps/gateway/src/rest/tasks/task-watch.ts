import { Readable } from 'node:stream';
import { anyCredential } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import type { TaskStores } from '@cairn/orchestration';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpCaller } from '../../caller/call-context.ts';
import { wouldBeLetIn } from '../../caller/recheck.ts';
import type { RawAnswer } from '../rest-answer.ts';
import { StreamQuota } from '../stream-quota.ts';
import { taskEvents } from './task-events.ts';

interface WatchDeps {
  readonly tasks: TaskStores;
  readonly guards: HttpGuards;
  /** Aborts when the server starts to close. */
  readonly closing: AbortSignal;
}

interface Watcher {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const pollMs = 300;
const quietLooks = 50;
const atOnce = 500;
const bounds = { perCredential: 8, inAll: 512 };

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
};

/** Streams what happens to a task, for as long as somebody listens who may. */
export function createTaskWatch({
  tasks: { tasks },
  guards,
  closing,
}: WatchDeps): (id: string, after: number, watcher: Watcher) => RawAnswer {
  const quota = new StreamQuota(bounds);
  const guard = guards.credential({ kinds: anyCredential });
  return (id, after, { actor, request, reply }) => {
    const free = quota.take(actor.credentialId);
    const events = taskEvents(after, {
      after: (seq) => tasks.events(actor, id, seq, atOnce),
      // A request is judged once; a stream outlives that judgement, so it asks again each time.
      status: async () => ((await wouldBeLetIn(guard, request, reply)) ? (await tasks.get(actor, id))?.status : undefined),
      signal: AbortSignal.any([closing, new HttpCaller(actor, reply).signal]),
      pollMs,
      quietLooks,
    });
    return { status: 200, headers, raw: Readable.from(events).once('close', free) };
  };
}

/** Where to go on, by what the client had last. @throws INVALID_ARGUMENT */
export function lastEventId({ headers: given }: FastifyRequest): number | undefined {
  const value = given['last-event-id'];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw new CairnError('INVALID_ARGUMENT', { message: 'Last-Event-ID must be the id of an event of this stream' });
}
