import { addressBucket } from '@cairn/auth';
import type { Attempts } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { Guard } from '@cairn/service-kit';

/**
 * Lets so many requests of one network address through. Each registration is a row for a week, each request to connect one for a
 * quarter of an hour: nobody may make them without end. `what` is named in the refusal.
 */
export function perAddress(attempts: Attempts, what: string): Guard {
  return (request, _reply, done) => {
    const refuse = (retryAfter: number): void => {
      if (retryAfter === 0) done();
      else done(new CairnError('RATE_LIMITED', { message: `too many ${what} from this address`, retryAfter }));
    };
    void Promise.resolve(attempts.take(addressBucket(request.ip))).then(refuse, done);
  };
}
