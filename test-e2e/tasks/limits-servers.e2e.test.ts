// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { limitSettings, limitSuite } from './limits.ts';

onServers([limitSuite], { env: limitSettings, processes: 2 });
