import { createLogger, createShutdown, readOrExit, startOrExit } from '@cairn/service-kit';
import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { createConsentApp } from './consent-app.ts';

async function start({ listen, addresses, logLevel }: Config): Promise<void> {
  const logger = createLogger({ level: logLevel });
  const shutdown = createShutdown({ logger });
  const app = await createConsentApp({ addresses, logger });
  shutdown.add('http', () => app.close());
  await app.listen(listen);
}

await startOrExit(() => start(readOrExit(loadConfig, process.env)));
