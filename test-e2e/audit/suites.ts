import type { Suite } from '../product/stage.ts';
import { entrySuite } from './entries.ts';
import { exportSuite } from './exports.ts';
import { operatorToken, ownChainSuite } from './own-chains.ts';
import { traceSuite } from './traces.ts';

/** What the audit promises, whatever store it is over. */
export const suites: readonly Suite[] = [entrySuite, exportSuite, traceSuite, ownChainSuite];

/** Sign-ups are counted by address, so each test names one of its own, as a proxy would. */
export const env = { CAIRN_EMBEDDING_MODEL: 'none', CAIRN_TRUSTED_PROXIES: 'loopback', CAIRN_OPERATOR_TOKEN: operatorToken } as const;
