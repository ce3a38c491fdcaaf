import { namingSetting } from '../start-fault.ts';
import { checkRedis } from './check-redis.ts';

/** Stops a start whose `REDIS_URL` a Redis answers with a refusal; without one, and while none answers, there is nothing to stop for. */
export async function requireRedis(url: string | undefined): Promise<void> {
  if (url === undefined) return;
  await namingSetting(
    'REDIS_URL',
    checkRedis(url).then((refusal) => {
      if (refusal !== undefined) throw new Error(refusal);
    }),
  );
}

/**
 * Stops a start without a Redis where the database cannot keep the queue either, and says that `REDIS_URL` has to be set.
 *
 * @param faultOf why it cannot, or undefined
 */
export async function requireQueuePlace(faultOf: () => Promise<string | undefined>): Promise<void> {
  const fault = await faultOf();
  if (fault === undefined) return;
  const advice = 'set REDIS_URL for gateway and worker alike, or let them connect as the owner of the database';
  await namingSetting('REDIS_URL', Promise.reject(new Error(`it is not set, and ${fault}; ${advice}`)));
}
