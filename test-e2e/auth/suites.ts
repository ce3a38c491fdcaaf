import type { Suite } from '../product/stage.ts';
import { apiKeySuite } from './api-keys.ts';
import { mcpSessionSuite } from './mcp-sessions.ts';
import { precedenceSuite } from './precedence.ts';
import { refusalSuite } from './refusals.ts';
import { revocationSuite } from './revocation.ts';
import { secrecySuite } from './secrecy.ts';
import { signInLimitSuite } from './sign-in-limits.ts';
import { signInSuite } from './sign-in.ts';

/**
 * Failed attempts are counted by address, so each test that fails on purpose names one of its own, as a proxy would. The log
 * tells all that it ever tells.
 */
export const settings = { CAIRN_TRUSTED_PROXIES: 'loopback', CAIRN_LOG_LEVEL: 'debug', CAIRN_MCP_SESSIONS: 'on' } as const;

/** What credentials promise. The limits of sign-in come last: after them the account is refused for a while. */
export const suites: readonly Suite[] = [
  apiKeySuite,
  precedenceSuite,
  refusalSuite,
  revocationSuite,
  mcpSessionSuite,
  signInSuite,
  secrecySuite,
  signInLimitSuite,
];
