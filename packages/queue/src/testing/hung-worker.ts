import { createJobWorkers } from '../job-workers.ts';
import { testCatalog } from './catalog.ts';
import { createKeptLog } from './log.ts';
import { reasonOf } from './reason.ts';

// Takes a job, says so, and holds it until it is told to stop, of which it says why. Its process is there to be stopped or killed.
createJobWorkers(JSON.parse(process.argv[2] ?? ''), {
  catalog: { 'test.count': { ...testCatalog['test.count'], timeout: 60_000 } },
  handlers: {
    'test.count': async (_, { signal }) => {
      process.stdout.write('taken\n');
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          process.stdout.write(`${reasonOf(signal)}\n`);
          reject(new Error('let go'));
        });
      });
    },
  },
  log: createKeptLog(),
  lockMs: 1000,
}).start();
