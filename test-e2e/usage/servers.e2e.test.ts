// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { suites } from './suites.ts';

onServers(suites, { processes: 2 });
