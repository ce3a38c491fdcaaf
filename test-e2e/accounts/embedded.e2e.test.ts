import { onEmbedded } from '../product/stage.ts';
import { settings } from './settings.ts';
import { suites } from './suites.ts';

onEmbedded(suites, { env: settings });
