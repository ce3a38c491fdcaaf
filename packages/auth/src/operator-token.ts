import { timingSafeEqual } from 'node:crypto';
import { CairnError } from '@cairn/core';
import type { Clock } from '@cairn/core';
import { addressBucket } from './address-bucket.ts';
import { AttemptLimiter, refuseWhile } from './attempt-limiter.ts';
import { hashSecret } from './secret-hash.ts';

/** Failed attempts from one address. */
const limit = { attempts: 20, windowSeconds: 60 };

/** Lets the operator in. @throws UNAUTHORIZED for everyone else, RATE_LIMITED for an address that failed too often. */
export type OperatorCheck = (presented: string | undefined, address: string) => void;

export interface OperatorCheckOptions {
  readonly token: string | undefined;
  /** What the token is called to whoever lacks it. Default: the operator's. */
  readonly name?: string;
  readonly now?: Clock;
}

/**
 * Compares what a request presents with the operator's token, in the same time for every text. Without a token (none was set)
 * nobody is the operator.
 */
export function createOperatorCheck({ token, name = "the operator's token", now }: OperatorCheckOptions): OperatorCheck {
  const expected = token === undefined ? undefined : hashSecret(token);
  const failures = new AttemptLimiter({ limit, ...(now === undefined ? {} : { now }) });
  return (presented, address) => {
    const key = addressBucket(address);
    refuseWhile(failures.take(key), 'too many failed attempts from this address');
    const isOperator = expected !== undefined && presented !== undefined && timingSafeEqual(hashSecret(presented), expected);
    if (!isOperator) throw new CairnError('UNAUTHORIZED', { message: `${name} is required` });
    failures.giveBack(key);
  };
}
