import { onEmbedded } from '../product/stage.ts';
import { settings, suites } from './suites.ts';

onEmbedded(suites, { env: settings });
