/** Where a step stands. */
export const stepStatuses = [
  'pending',
  'evaluating',
  'awaiting_approval',
  'permitted',
  'executing',
  'succeeded',
  'failed',
  'unknown',
  'denied',
  'skipped',
  'compensated',
] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** What happens to a step. */
export type StepEvent =
  | 'evaluate'
  | 'ask'
  | 'permit'
  | 'deny'
  | 'expire'
  | 'start'
  | 'succeed'
  | 'fail'
  | 'lose'
  | 'retry'
  | 'skip'
  | 'compensate';

type Row = Partial<Record<StepEvent, StepStatus>>;

// What was not carried out yet begins anew after a worker was lost: its decision too.
const unstarted: Row = { retry: 'pending', skip: 'skipped', fail: 'failed' };

const transitions: Readonly<Record<StepStatus, Row>> = {
  // One that is allowed and done in one transaction goes straight there.
  pending: {
    ...unstarted,
    evaluate: 'evaluating',
    start: 'executing',
    permit: 'permitted',
    ask: 'awaiting_approval',
    deny: 'denied',
    succeed: 'succeeded',
  },
  evaluating: { ...unstarted, ask: 'awaiting_approval', permit: 'permitted', start: 'executing', deny: 'denied', succeed: 'succeeded' },
  awaiting_approval: { ...unstarted, permit: 'permitted', start: 'executing', deny: 'denied', expire: 'denied', succeed: 'succeeded' },
  permitted: { ...unstarted, start: 'executing', expire: 'denied', succeed: 'succeeded', lose: 'unknown' },
  executing: { succeed: 'succeeded', fail: 'failed', lose: 'unknown', retry: 'pending', skip: 'skipped' },
  unknown: { succeed: 'succeeded', fail: 'failed', retry: 'pending', skip: 'skipped' },
  succeeded: { compensate: 'compensated' },
  failed: { retry: 'pending', skip: 'skipped' },
  denied: { retry: 'pending', skip: 'skipped' },
  skipped: { retry: 'pending' },
  // Its effect is undone, so a retry of the task does it again.
  compensated: { retry: 'pending' },
};

/** Where the event takes a step; undefined: it is not possible there. */
export const nextStepStatus = (from: StepStatus, event: StepEvent): StepStatus | undefined => transitions[from][event];

/** Whether the step keeps others from starting for good. */
export const isBlocking = (status: StepStatus): boolean => status === 'failed' || status === 'denied';
