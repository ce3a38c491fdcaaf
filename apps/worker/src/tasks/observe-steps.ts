import { metrics, SpanStatusCode, trace, TraceFlags, ROOT_CONTEXT } from '@opentelemetry/api';
import type { TaskEngineDeps } from '@cairn/orchestration';

/** Bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Measures each turn of a step, and tells it as a span of the trace that its task was submitted in. */
export function observeSteps(): NonNullable<TaskEngineDeps['observe']> {
  const duration = metrics.getMeter('cairn').createHistogram('cairn.task.step.duration', {
    description: 'Of a turn of a step, by its kind and where it left the step.',
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  const tracer = trace.getTracer('cairn');
  return async ({ kind, stepId, taskId, traceId }, work) => {
    // The task's own span is not known here; its id stands for it, so that the steps of one task stand together.
    const spanId = taskId.replaceAll('-', '').slice(-16);
    const parent = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
    const span = tracer.startSpan(`task.step ${kind}`, { attributes: { 'cairn.task.id': taskId, 'cairn.step.id': stepId } }, parent);
    const began = performance.now();
    let outcome = 'interrupted';
    try {
      outcome = await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      duration.record((performance.now() - began) / 1000, { kind, outcome });
      span.setAttribute('cairn.step.status', outcome);
      span.end();
    }
  };
}
