import { AttemptAborted } from '../attempt.ts';

/** Why an attempt was told to end. */
export const reasonOf = (signal: AbortSignal): string =>
  signal.reason instanceof AttemptAborted ? signal.reason.reason : 'none that we know';
