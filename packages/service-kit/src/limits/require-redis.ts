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
