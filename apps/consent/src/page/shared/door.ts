/** The two ways in. */
export type Door = 'sign-in' | 'sign-up';

/** What the ways in are called. */
export const doorWords = {
  'sign-in': { verb: 'Sign in', work: 'signing-in', other: 'sign-up', question: 'New to Cairn?' },
  'sign-up': { verb: 'Create an account', work: 'signing-up', other: 'sign-in', question: 'Have an account?' },
} as const;
