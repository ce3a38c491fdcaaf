import { onEmbedded } from '../product/stage.ts';
import { env, suites } from './suites.ts';

onEmbedded(suites, { env });
