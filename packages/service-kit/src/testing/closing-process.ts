import { setTimeout as sleep } from 'node:timers/promises';
import { createHttp } from '../http/create-http.ts';
import { createLogger } from '../logging/logger.ts';
import { createShutdown } from '../shutdown.ts';

/** A process that serves a slow request and a stuck one; started by the tests of the shutdown. */
const logger = createLogger({ level: 'silent' });
const shutdown = createShutdown({ logger, timeoutMs: 3_000 });
const app = createHttp({ logger, drainMs: 2_000 });
app.get('/slow', async () => {
  await sleep(400);
  return { done: true };
});
app.get('/stuck', () => new Promise(() => {}));
shutdown.add('http', () => app.close());
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(address);
