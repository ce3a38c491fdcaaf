import { randomBytes } from 'node:crypto';

/** Whether spans are recorded in this process; asked where even a span that does nothing would cost. */
export const isTracing = (): boolean => tracing;

let tracing = false;

/** Called once, when the SDK has started. */
export function beginTracing(): void {
  tracing = true;
}

/** The ids that the next span gets instead of random ones. */
interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

let given: SpanIds | undefined;

/** Ids of spans, as OpenTelemetry's SDK asks for them: random, but for a request's own span. */
export const idGenerator = {
  generateTraceId: (): string => given?.traceId ?? randomBytes(16).toString('hex'),
  generateSpanId: (): string => given?.spanId ?? randomBytes(8).toString('hex'),
};

/** Makes a span with ids that are known already, so that log, audit and answer name the same trace. */
export function withIds<Span>(ids: SpanIds, make: () => Span): Span {
  given = ids;
  try {
    return make();
  } finally {
    given = undefined;
  }
}
