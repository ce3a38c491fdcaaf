import { metrics, SpanStatusCode, trace } from '@opentelemetry/api';

/** Bounds in seconds: work in the background takes up to an hour. */
const bounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** Measures attempts at jobs, by job and how they ended. */
export function measureJobs(): (job: string, outcome: 'done' | 'failed', ms: number) => void {
  const duration = metrics.getMeter('cairn').createHistogram('cairn.job.duration', {
    description: 'How long an attempt at a job took.',
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  return (job, outcome, ms) => duration.record(ms / 1000, { job, outcome });
}

/** Measures how long jobs wait in the queue from the moment at which they could have begun, by job. First attempts only: later ones wait on purpose. */
export function measureQueueLag(): (job: { readonly name: string; readonly timestamp: number; readonly delay: number }) => void {
  const lag = metrics.getMeter('cairn').createHistogram('cairn.job.lag', {
    description: 'How long a job waited for a worker.',
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  return ({ name, timestamp, delay }) => lag.record(Math.max(0, Date.now() - timestamp - delay) / 1000, { job: name });
}

/** Does an attempt at a job within a span of its own, that what it asks of the database is within. */
export function inJobSpan<Result>(job: string, work: () => Promise<Result>): Promise<Result> {
  return trace.getTracer('cairn').startActiveSpan(`job ${job}`, { attributes: { 'cairn.job': job }, root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}
