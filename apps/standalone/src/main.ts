import { resolve } from 'node:path';
import { createLogger, createShutdown, readOrExit, startOrExit } from '@cairn/service-kit';
import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { createStandalone, type Standalone } from './standalone.ts';
import { accountText, welcomeText } from './welcome.ts';

async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const standalone = await createStandalone(config, { logger });
  const shutdown = createShutdown({ logger });
  for (const { name, close, overdue } of standalone.closers) shutdown.add(name, close, { overdue });
  void standalone.died.then((error) => {
    logger.fatal({ err: error }, 'the embedded database ended; nothing that was acknowledged is lost');
    // Calls under way are still told that the database is away.
    setTimeout(() => process.exit(1), 500);
  });
  await startOrTell(standalone);
  process.stdout.write(
    welcomeText({
      ...config.web,
      dataDir: config.data.kind === 'embedded' ? resolve(config.data.dataDir) : undefined,
      firstAccount: standalone.firstAccount,
    }),
  );
}

/** The first account is shown even when the start fails after it was made: nobody could learn its key later. */
async function startOrTell({ firstAccount, start: listen }: Standalone): Promise<void> {
  try {
    await listen();
  } catch (error) {
    if (firstAccount) process.stdout.write(`${accountText(firstAccount)}\n`);
    throw error;
  }
}

await startOrExit(() => start(readOrExit(() => loadConfig(process.env))));
