// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { auditSuite } from './audit.ts';
import { isolationSuite } from './isolation.ts';
import { routeSuite } from './routes.ts';

onServers([routeSuite, isolationSuite, auditSuite]);
