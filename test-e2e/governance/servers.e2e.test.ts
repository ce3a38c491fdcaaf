// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { keptContentSuite } from './kept-content.ts';
import { recordedSuite } from './recorded.ts';
import { env, suites } from './suites.ts';

onServers([...suites, recordedSuite, keptContentSuite], { env, processes: 2 });
