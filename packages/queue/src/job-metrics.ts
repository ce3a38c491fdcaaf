import { metrics } from '@opentelemetry/api';

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
