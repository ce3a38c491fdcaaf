// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { recordedSuite } from './recorded.ts';
import { env, suites } from './suites.ts';

onServers([...suites, recordedSuite], { env, processes: 2 });
