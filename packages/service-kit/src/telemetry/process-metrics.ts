import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metrics } from '@opentelemetry/api';

/** How the process itself is: memory, and how late its event loop runs. Returns a function that ends the measuring. */
export function measureProcess(): () => void {
  const meter = metrics.getMeter('cairn');
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  meter.createObservableGauge('process.memory.usage', { description: 'Resident memory.', unit: 'By' }).addCallback((result) => {
    result.observe(process.memoryUsage.rss());
  });
  meter.createObservableGauge('v8js.memory.heap.used', { description: 'Heap in use.', unit: 'By' }).addCallback((result) => {
    result.observe(process.memoryUsage().heapUsed);
  });
  meter
    .createObservableGauge('nodejs.eventloop.delay.p99', { description: 'Of the time since the last reading.', unit: 's' })
    .addCallback((result) => {
      result.observe(delay.count === 0 ? 0 : delay.percentile(99) / 1e9);
      delay.reset();
    });
  return () => delay.disable();
}
