import { onEmbedded } from '../product/stage.ts';
import { isolationSuite } from './isolation.ts';
import { routeSuite } from './routes.ts';

onEmbedded([routeSuite, isolationSuite]);
