import { randomBytes } from 'node:crypto';
import { loadMasterKeys, lookAtMasterKeys, openKms, readOrExit, startOrExit, wrappedKeyText } from '@cairn/service-kit';
import { loadConfig } from './config.ts';

// Has the key service wrap the master key that is set, or a fresh one, and prints what to set as CAIRN_MASTER_KEY from then on.
await startOrExit(async () => {
  const { masterKey } = readOrExit(loadConfig, process.env, [lookAtMasterKeys]).data;
  if (!masterKey.kms) throw new Error('CAIRN_KMS_URL must be set: it names the key service that wraps');
  const { current } = await loadMasterKeys({ ...masterKey, previous: undefined }, async () => randomBytes(32));
  const kms = await openKms(masterKey.kms);
  process.stdout.write(`${wrappedKeyText(await kms.wrap(current))}\n`);
});
