// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { sharedCountSuite } from './shared-count.ts';
import { settings, suites } from './suites.ts';

onServers([sharedCountSuite, ...suites], { env: settings, processes: 2 });
