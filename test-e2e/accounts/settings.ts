/** Lets the operator in. */
export const operatorToken = 'the-operator-of-the-suites-holds-this-token';

/**
 * Attempts are counted by address, so each test that signs up names one of its own, as a proxy would. The log tells all that it
 * ever tells.
 */
export const settings = {
  CAIRN_TRUSTED_PROXIES: 'loopback',
  CAIRN_LOG_LEVEL: 'debug',
  CAIRN_OPERATOR_TOKEN: operatorToken,
  CAIRN_RATE_LIMIT_PREMIUM: '2000000',
  CAIRN_EMBEDDING_MODEL: 'none',
} as const;
