import { trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import { markFailed } from './trace-calls.ts';
import { isTracing } from './tracing.ts';

/** Does the work within a span of its own; without tracing, just does it. A failure marks the span, by its name alone. */
export function inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!isTracing()) return work();
  return trace.getTracer('cairn').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}
