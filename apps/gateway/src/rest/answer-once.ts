import type { RestRoute } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { KeptAnswer } from '@cairn/core';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fingerprintOf } from '../idempotency/fingerprint.ts';
import { answerOf, keptOutcome, maxKeptRead } from '../idempotency/kept-outcome.ts';
import { openText, sealText } from '../idempotency/sealed-text.ts';
import { presentedSecret } from '../idempotency/presented-secret.ts';
import { isRaw } from './rest-answer.ts';
import type { RawAnswer, RestAnswer } from './rest-answer.ts';
import type { WorkArea } from './work-area.ts';

interface OnceOnly<Means> {
  readonly key: string;
  readonly route: RestRoute;
  /** What was asked, as it was read. */
  readonly inputs: object;
  readonly area: WorkArea<Means>;
  readonly request: FastifyRequest;
  /** Whether the work only reads. */
  readonly reads: boolean | undefined;
  readonly work: (means: Means) => Promise<RestAnswer | RawAnswer>;
  /** Tells the body of a repeat from its `id`, of which alone it is then kept. */
  readonly recall?: ((id: string) => Promise<object>) | undefined;
}

/** Does the work once within 24 hours for an Idempotency-Key, and answers a repeat as the first time. */
export async function answerOnce<Means>(once: OnceOnly<Means>): Promise<RestAnswer> {
  const { key, route, inputs, area, request, reads, work, recall } = once;
  const operation = `${route.method} ${route.path}`;
  const seal = { request, context: `${operation}\n${key}` };
  const done = reads === true ? await work(area.means(request)) : undefined;
  if (done !== undefined && !isRaw(done) && JSON.stringify(done.body ?? null).length > maxKeptRead) return done;
  let first: RestAnswer | undefined;
  const outcome = await area.once(request, { key, fingerprint: fingerprintOf(operation, inputs) }, (means) =>
    keptOutcome(async () => {
      first = jsonOf(done ?? (await work(means)));
      return toKept(recall ? withIdAlone(first) : first, seal);
    }),
  );
  const kept = fromKept(answerOf(outcome), seal);
  if (!recall) return kept;
  return first ?? { ...kept, body: await recall(idOf(kept)) };
}

const identified = z.object({ id: z.string() });
const idOf = ({ body }: RestAnswer): string => identified.parse(body).id;
const withIdAlone = (answer: RestAnswer): RestAnswer => ({ ...answer, body: { id: idOf(answer) } });

function jsonOf(answer: RestAnswer | RawAnswer): RestAnswer {
  if (isRaw(answer)) throw new CairnError('INTERNAL', { message: 'an answer that is no JSON cannot be kept' });
  return answer;
}

interface Seal {
  readonly request: FastifyRequest;
  readonly context: string;
}

const keptShape = z.object({
  status: z.int(),
  /** JSON text, so that a repeat has the very same bytes. */
  body: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  sealed: z.string().optional(),
});
const secretShape = z.record(z.string(), z.string());

function toKept({ status, body, headers, secret }: RestAnswer, { request, context }: Seal): KeptAnswer {
  return {
    status,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(headers === undefined ? {} : { headers }),
    ...(secret === undefined ? {} : { sealed: sealText(JSON.stringify(secret), presentedSecret(request), context) }),
  };
}

function fromKept(kept: KeptAnswer, { request, context }: Seal): RestAnswer {
  const { status, body, headers, sealed } = keptShape.parse(kept);
  return {
    status,
    ...(body === undefined ? {} : { body: z.looseObject({}).parse(JSON.parse(body)) }),
    ...(headers === undefined ? {} : { headers }),
    ...(sealed === undefined ? {} : { secret: opened(openText(sealed, presentedSecret(request), context)) }),
  };
}

/** A secret was shown to the session that asked for it; another session of the same person does not get it again. */
function opened(text: string | undefined): Readonly<Record<string, string>> {
  if (text !== undefined) return secretShape.parse(JSON.parse(text));
  throw new CairnError('IDEMPOTENCY_KEY_REUSED', { message: 'this Idempotency-Key was used in another session; send a new key' });
}
