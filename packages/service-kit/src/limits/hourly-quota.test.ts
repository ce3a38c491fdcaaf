import { expect, it } from 'vitest';
import { createHourlyQuota } from './hourly-quota.ts';
import { createLocalStore } from './limit-store.ts';
import { WindowCounter } from './window-counter.ts';

it('lets so many pass within the hour, each bucket by itself, and says when the next may come', async () => {
  let now = 0;
  const take = createHourlyQuota(createLocalStore(new WindowCounter({ now: () => now })));
  const one = { bucket: 'tasks of one', max: 2, message: 'too many tasks' };
  await take(one);
  await take(one);
  now = 1_800_000;
  await expect(take(one)).rejects.toMatchObject({ code: 'RATE_LIMITED', message: 'too many tasks', retryAfter: 1800 });
  await take({ ...one, bucket: 'tasks of another' });
  now = 3_600_001;
  await take(one);
});
