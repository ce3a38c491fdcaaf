// The process that sends the load; `load/load-client.ts` starts it and talks to it over its channel.
import { once } from 'node:events';
import { runLoad } from './load/closed-loop.ts';
import type { LoadJob, LoadOrder, LoadReport } from './load/load-job.ts';

process.on('message', (order: LoadOrder) => {
  if (order.kind === 'job') void send(order.job);
});

async function send(job: LoadJob): Promise<void> {
  try {
    report({ kind: 'done', result: await runLoad(job, go) });
  } catch (error) {
    report({ kind: 'broken', reason: String(error) });
  }
}

async function go(): Promise<void> {
  report({ kind: 'warm' });
  await once(process, 'message');
}

function report(said: LoadReport): void {
  process.send?.(said);
}
