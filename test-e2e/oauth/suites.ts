import type { Suite } from '../product/stage.ts';
import { authorizationSuite } from './authorization.ts';
import { connectionSuite } from './connections.ts';
import { decisionSuite } from './decisions.ts';
import { metadataSuite } from './metadata.ts';
import { registrationSuite } from './registration.ts';
import { tokenSuite } from './tokens.ts';

/** Registrations are limited by address, so each names one of its own, as a proxy would. */
export const settings = { CAIRN_TRUSTED_PROXIES: 'loopback', CAIRN_LOG_LEVEL: 'debug' } as const;

export const suites: readonly Suite[] = [metadataSuite, registrationSuite, authorizationSuite, decisionSuite, tokenSuite, connectionSuite];
