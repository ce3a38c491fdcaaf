import { resolve } from 'node:path';
import { createLogger, createShutdown, readOrExit } from '@cairn/service-kit';
import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { createStandalone } from './standalone.ts';
import { startFault } from './start-fault.ts';
import { welcomeText } from './welcome.ts';

async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const standalone = await createStandalone(config, { logger });
  const shutdown = createShutdown({ logger });
  for (const closer of standalone.closers) shutdown.add(closer.name, () => closer.close());
  void standalone.died.then((error) => {
    logger.fatal({ err: error }, 'the embedded database ended; nothing that was acknowledged is lost');
    process.exit(1);
  });
  await standalone.start();
  process.stdout.write(
    welcomeText({
      ...config.web,
      dataDir: config.data.kind === 'embedded' ? resolve(config.data.dataDir) : undefined,
      firstAccount: standalone.firstAccount,
    }),
  );
}

try {
  await start(readOrExit(() => loadConfig(process.env)));
} catch (error) {
  process.stderr.write(`${startFault(error)}\n`);
  process.exit(1);
}
