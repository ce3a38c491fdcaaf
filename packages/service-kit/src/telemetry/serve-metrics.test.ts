import { expect, test } from 'vitest';
import { createHttp } from '../http/create-http.ts';
import { startFault } from '../start-fault.ts';
import { keptLog } from '../testing/log.ts';
import { portOf } from '../testing/port-of.ts';
import { serveMetrics } from './serve-metrics.ts';

test('a port of its own that is in use is told by its own name', async () => {
  const { logger } = keptLog();
  const other = createHttp({ logger });
  await other.listen({ host: '127.0.0.1', port: 0 });
  const telemetry = { scrape: async () => '', close: async () => {} };
  const config = { metricsToken: undefined, metricsPort: portOf(other.server), isExported: false };
  const metrics = serveMetrics(createHttp({ logger }), { telemetry, config, logger });
  const error = await metrics.listen('127.0.0.1').catch((one: unknown) => one);
  await Promise.all([metrics.close(), other.close()]);
  expect(startFault(error)).toBe(
    `CAIRN_METRICS_PORT: 127.0.0.1:${config.metricsPort} is in use by another program; stop it or set another CAIRN_METRICS_PORT`,
  );
});
