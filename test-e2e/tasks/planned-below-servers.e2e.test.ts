// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { startModelServer } from '@cairn/test-kit';
import { afterAll } from 'vitest';
import { onServers } from '../product/stage.ts';
import { chatSettings } from '../synthesis/provider.ts';
import { plannedBelowSuite } from './planned-below.ts';

const provider = await startModelServer();
afterAll(() => provider.close());

onServers([plannedBelowSuite(provider)], { env: chatSettings(provider), processes: 2 });
