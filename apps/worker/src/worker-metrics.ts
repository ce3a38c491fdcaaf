import { metrics } from '@opentelemetry/api';
import type { Counter } from '@opentelemetry/api';
import { idTime } from '@cairn/core';
import type { Outbox } from '@cairn/core';
import type { JobQueue } from '@cairn/queue';

/** Bounds in seconds. */
const bounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** Measures the time from the upload of a version to the moment at which it is searchable; by its id, which tells when it was made. */
export function measureSearchableLag(): (versionId: string) => void {
  const lag = metrics.getMeter('cairn').createHistogram('cairn.document.searchable.lag', {
    description: 'From the upload of a document to the moment at which it is searchable.',
    unit: 's',
    advice: { explicitBucketBoundaries: bounds },
  });
  return (versionId) => lag.record((Date.now() - idTime(versionId)) / 1000);
}

/** Counts ends of the audit's chains that are not signed since they are not as they were written, by what does not fit. */
export function countSigningRefusals(): Counter {
  return metrics.getMeter('cairn').createCounter('cairn.audit.refusals', {
    description: 'Ends of chains of the audit that are not signed, since they are not as they were written.',
    unit: '{refusal}',
  });
}

/** Tells what waits in the outbox and for how long, at each reading; a database that is away is not told of. */
export function observeOutbox(outbox: Pick<Outbox, 'backlog'>): void {
  const meter = metrics.getMeter('cairn');
  const waiting = meter.createObservableGauge('cairn.outbox.waiting', {
    description: 'Jobs that the queue has not taken yet.',
    unit: '{job}',
  });
  const age = meter.createObservableGauge('cairn.outbox.oldest.age', { description: 'Of the job that waits the longest.', unit: 's' });
  meter.addBatchObservableCallback(
    async (result) => {
      const backlog = await outbox.backlog().catch(() => undefined);
      if (backlog === undefined) return;
      result.observe(waiting, backlog.waiting);
      result.observe(age, backlog.oldestSeconds);
    },
    [waiting, age],
  );
}

/** Tells what each queue holds, at each reading; a queue that is away is not told of. */
export function observeQueue(queue: Pick<JobQueue, 'counts'>): void {
  const jobs = metrics.getMeter('cairn').createObservableGauge('cairn.queue.jobs', {
    description: 'Jobs that the queue holds: waiting for a worker, active, or delayed until their next attempt.',
    unit: '{job}',
  });
  jobs.addCallback(async (result) => {
    const counts = await queue.counts().catch(() => ({}));
    for (const [name, states] of Object.entries(counts))
      for (const [state, count] of Object.entries(states)) result.observe(count, { queue: name, state });
  });
}
