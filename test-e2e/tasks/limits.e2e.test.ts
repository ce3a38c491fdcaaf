import { onEmbedded } from '../product/stage.ts';
import { limitSettings, limitSuite } from './limits.ts';

onEmbedded([limitSuite], { env: limitSettings });
