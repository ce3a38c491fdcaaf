import { createLogger, createShutdown, readOrExit, startOrExit } from '@cairn/service-kit';
import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { createDashboardApp } from './dashboard-app.ts';

async function start({ listen, addresses, logLevel }: Config): Promise<void> {
  const logger = createLogger({ level: logLevel });
  const shutdown = createShutdown({ logger });
  const app = createDashboardApp({ addresses, logger });
  shutdown.add('http', () => app.close());
  await app.listen(listen);
}

await startOrExit(() => start(readOrExit(loadConfig, process.env)));
