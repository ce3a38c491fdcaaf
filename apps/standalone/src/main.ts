import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, createShutdown, readOrExit, startOrExit } from '@cairn/service-kit';
import { loadConfig, looks } from './config.ts';
import type { Config } from './config.ts';
import { createStandalone, type Standalone } from './standalone.ts';
import { untilReady } from './until-ready.ts';
import { accountText, waitingText, welcomeText } from './welcome.ts';

/** Milliseconds that a start which is told to end gets to come to where what it holds can be closed in order. */
const startingMs = 3000;

async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const shutdown = createShutdown({ logger });
  const making = createStandalone(config, { logger });
  shutdown.add('start', () => Promise.race([making.catch(() => undefined), sleep(startingMs)]));
  const standalone = await making;
  for (const { name, close, overdue } of standalone.closers) shutdown.add(name, close, { overdue });
  if (shutdown.isUnderWay) return tellAccount(standalone);
  void standalone.died.then((error) => {
    logger.fatal({ err: error }, 'the embedded database ended; nothing that was acknowledged is lost');
    // Calls under way are still told that the database is away.
    setTimeout(() => process.exit(1), 500);
  });
  await startOrTell(standalone);
  await welcome(config, standalone);
}

/** Says that the service is ready once it is, and what it waits for until then. */
async function welcome(config: Config, standalone: Standalone): Promise<void> {
  const { firstAccount } = standalone;
  let isAccountTold = false;
  const onWaiting = (checks: Readonly<Record<string, string>>): void => {
    tellAccount(standalone);
    isAccountTold = true;
    process.stdout.write(`${waitingText(checks, { hasRedis: config.redisUrl !== undefined })}\n`);
  };
  if (!(await untilReady(standalone.app, { onWaiting }))) {
    if (!isAccountTold) tellAccount(standalone);
    return;
  }
  process.stdout.write(
    welcomeText({
      ...config.web,
      dataDir: config.data.kind === 'embedded' ? resolve(config.data.dataDir) : undefined,
      firstAccount: isAccountTold ? undefined : firstAccount,
    }),
  );
}

function tellAccount({ firstAccount }: Standalone): void {
  if (firstAccount) process.stdout.write(`${accountText(firstAccount)}\n`);
}

/** The first account is shown even when the start fails after it was made: nobody could learn its key later. */
async function startOrTell(standalone: Standalone): Promise<void> {
  try {
    await standalone.start();
  } catch (error) {
    tellAccount(standalone);
    throw error;
  }
}

await startOrExit(() => start(readOrExit(loadConfig, process.env, looks)));
