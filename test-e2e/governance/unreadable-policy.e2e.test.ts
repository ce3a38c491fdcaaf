// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { env } from './suites.ts';
import { unreadablePolicySuite } from './unreadable-policy.ts';

onServers([unreadablePolicySuite], { env });
