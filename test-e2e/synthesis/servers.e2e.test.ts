// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { startModelServer } from '@cairn/test-kit';
import { afterAll } from 'vitest';
import { onServers } from '../product/stage.ts';
import { chatSettings } from './provider.ts';
import { suites } from './suites.ts';

const provider = await startModelServer();
afterAll(() => provider.close());

onServers(suites(provider), { env: chatSettings(provider, 'anthropic') });
