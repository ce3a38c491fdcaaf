import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** The W3C trace context that a request belongs to. */
export interface TraceContext {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string;
  /** Whether the caller records the trace. */
  readonly sampled: boolean;
}

// Version 00 ends after the flags; a later one may go on after a hyphen. ff is no version.
const traceparent = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/** What a `traceparent` header says; undefined when it is not what the recommendation calls valid. @internal */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  const found = header === undefined ? null : traceparent.exec(header);
  if (!found) return undefined;
  const [, traceId = '', parentId = '', flags = '', rest] = found;
  if (zeros.test(traceId) || zeros.test(parentId)) return undefined;
  if (header?.startsWith('00') && rest !== undefined) return undefined;
  return { traceId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * The trace of a request: its caller's, or one of its own. A UUID without its hyphens is a trace id, so a trace that begins here
 * bears the id of the request that began it.
 */
export function traceOf(requestId: string, headers: IncomingHttpHeaders): TraceContext {
  const header = headers['traceparent'];
  const given = typeof header === 'string' ? readTraceparent(header) : undefined;
  return given ?? { traceId: requestId.replaceAll('-', ''), sampled: false };
}

/** The `traceparent` of an answer: the trace, and the request as its span. */
export function toTraceparent(requestId: string, { traceId, sampled }: TraceContext): string {
  return `00-${traceId}-${requestId.replaceAll('-', '').slice(-16)}-${sampled ? '01' : '00'}`;
}

/** Every line that is logged of a request bears its trace. */
export const tracedLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (logger, bindings, options, raw) => {
  const { request_id: requestId } = bindings;
  if (typeof requestId === 'string') bindings['trace_id'] = traceOf(requestId, raw.headers).traceId;
  return logger.child(bindings, options);
};

export function traceIdOf(this: FastifyRequest): string {
  return traceOf(this.id, this.headers).traceId;
}
