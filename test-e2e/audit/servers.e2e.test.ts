// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { onServers } from '../product/stage.ts';
import { failureSuite } from './failures.ts';
import { env, suites } from './suites.ts';
import { tamperSuite } from './tampering.ts';
import { writerSuite } from './writers.ts';

onServers([...suites, failureSuite, tamperSuite, writerSuite], { env, processes: 2 });
