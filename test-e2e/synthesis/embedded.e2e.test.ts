import { startModelServer } from '@cairn/test-kit';
import { afterAll } from 'vitest';
import { onEmbedded } from '../product/stage.ts';
import { chatSettings } from './provider.ts';
import { suites } from './suites.ts';

const provider = await startModelServer();
afterAll(() => provider.close());

onEmbedded(suites(provider), { env: chatSettings(provider) });
