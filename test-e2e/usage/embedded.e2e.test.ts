import { onEmbedded } from '../product/stage.ts';
import { suites } from './suites.ts';

onEmbedded(suites);
