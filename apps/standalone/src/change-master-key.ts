import { createLogger, readOrExit, startOrExit } from '@cairn/service-kit';
import { dataLooks, loadConfig } from './config.ts';
import { changeMasterKey } from './open-data.ts';

// Wraps every data key under the master key that is set, in place of the one that is set as the previous one. The services go on
// meanwhile; they have to know both keys before this is run. To be run again when it was cut off.
await startOrExit(async () => {
  const config = readOrExit(loadConfig, process.env, dataLooks);
  const logger = createLogger({ level: config.logLevel });
  const { projects, rewrapped } = await changeMasterKey(config.data, (message) => logger.warn(message));
  process.stdout.write(
    `Every key of ${projects} projects is under the master key that is set (${rewrapped} were wrapped anew by this run).\n` +
      'Nothing is under the previous one any more: start every service without it, and keep it only as long as backups from before are kept.\n',
  );
});
