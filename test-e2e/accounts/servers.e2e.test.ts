// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { directoryAuditSuite } from './audit.ts';
import { settings } from './settings.ts';
import { suites } from './suites.ts';

onServers([...suites, directoryAuditSuite], { env: settings, processes: 2 });
