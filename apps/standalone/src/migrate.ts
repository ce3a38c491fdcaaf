import { createLogger, namingSetting, readOrExit, startOrExit } from '@cairn/service-kit';
import { admitServiceUser, createPasswordHasher } from '@cairn/storage';
import { dataLooks, loadConfig } from './config.ts';
import { createFirstAccount } from './first-account.ts';
import { openData } from './open-data.ts';
import { placeOf } from './place-of.ts';

// Brings a database to this release's schema and makes the first account in an empty one, for services that run on their own; and
// the user as whom they connect, which owns nothing.
await startOrExit(async () => {
  const config = readOrExit(loadConfig, process.env, dataLooks);
  const logger = createLogger({ level: config.logLevel });
  const { database, repositories } = await openData(config.data, {
    auditDays: config.worker.auditRetentionDays,
    onWarning: (message) => logger.warn(message),
  });
  const serviceUrl = config.data.kind === 'postgres' ? config.data.serviceUrl : undefined;
  const services =
    serviceUrl === undefined ? '' : `${await namingSetting('CAIRN_SERVICE_DATABASE_URL', admitServiceUser(database, serviceUrl))}\n`;
  // The last, since it is shown once.
  const account = await createFirstAccount({ bootstrap: repositories.bootstrap, passwords: createPasswordHasher() }, config.firstAccount);
  await database.close();
  process.stdout.write(
    `The database (${placeOf(config.data)}) is at this release's schema.\n${services}${account ? `First account, shown once: ${JSON.stringify(account)}\n` : ''}`,
  );
});
