import { onEmbedded } from '../../product/stage.ts';
import { formatSuite } from './formats.ts';

onEmbedded([formatSuite]);
