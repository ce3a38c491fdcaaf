import type { Suite } from '../product/stage.ts';
import { fuzzSuite } from './fuzz.ts';
import { jsonRpcSuite } from './json-rpc.ts';
import { protocolErrorSuite } from './protocol-errors.ts';
import { tableSuite } from './table.ts';

/** Failed attempts are counted by address, and these tests make many: each names one of its own, as a proxy would. */
export const settings = { CAIRN_TRUSTED_PROXIES: 'loopback' } as const;

/** How the product refuses, on every kind of input. */
export const suites: readonly Suite[] = [tableSuite, jsonRpcSuite, protocolErrorSuite, fuzzSuite];
