import { startModelServer } from '@cairn/test-kit';
import { afterAll } from 'vitest';
import { onEmbedded } from '../product/stage.ts';
import { chatSettings } from '../synthesis/provider.ts';
import { plannedBelowSuite } from './planned-below.ts';

const provider = await startModelServer();
afterAll(() => provider.close());

onEmbedded([plannedBelowSuite(provider)], { env: chatSettings(provider) });
