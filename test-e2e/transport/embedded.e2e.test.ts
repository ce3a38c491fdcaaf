import { onEmbedded } from '../product/stage.ts';
import { unendingHeadersSuite } from './slow.ts';
import { settings, suites } from './suites.ts';

onEmbedded([...suites, unendingHeadersSuite], { env: settings });
