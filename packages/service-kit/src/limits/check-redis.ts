import { Redis } from 'ioredis';

/** Longest wait for a Redis that says nothing, in milliseconds. */
const patienceMs = 2_000;

/**
 * What a Redis says against the address that it is asked under (a database that it lacks, a password that is wrong or missing), as
 * a sentence without the address; undefined when it answers well, and when it cannot be reached within 2 s: a Redis that is away
 * is waited for in service, so it stops no start.
 */
export async function checkRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    connectionName: 'cairn-check',
    lazyConnect: true,
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    retryStrategy: () => null,
  });
  return new Promise((resolve) => {
    const finish = (error?: unknown): void => {
      clearTimeout(patience);
      redis.disconnect();
      resolve(refusalIn(error));
    };
    const patience = setTimeout(finish, patienceMs);
    // A refused login or database is not a failure of the command that follows, but an event of the connection.
    redis.on('error', finish);
    redis
      .connect()
      .then(() => redis.ping())
      .then(() => finish(), finish);
  });
}

/** What a server says that will serve before long. */
const passing = /^(?:LOADING|BUSY|MASTERDOWN|TRYAGAIN|ERR max number of clients)\b/;

function refusalIn(error: unknown): string | undefined {
  const isRefusal = error instanceof Error && error.name === 'ReplyError' && !passing.test(error.message);
  return isRefusal ? `Redis refuses the connection: ${error.message}` : undefined;
}
