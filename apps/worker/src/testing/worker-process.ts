import { createLogger } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import { createWorker } from '../worker.ts';

// A worker in a process of its own, which is there to be killed.
const { url, carrier, masterKey } = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase({ location: { kind: 'postgres', url }, migrate: false, onWarning: () => undefined });
const repositories = await openRepositories(database, Buffer.from(masterKey, 'base64'));
createWorker({ concurrency: 1, lockMs: 1000 }, { repositories, carrier, logger: createLogger({ level: 'silent' }) }).start();
