import { onEmbedded } from '../product/stage.ts';
import { hostileTextSuite } from './hostile-texts.ts';
import { limitSuite } from './limits.ts';
import { logInjectionSuite } from './log-injection.ts';
import { pollutionSuite } from './pollution.ts';
import { smugglingSuite } from './smuggling.ts';
import { traversalSuite } from './traversal.ts';

// What reads requests is the same on every kind of store.
onEmbedded([smugglingSuite, pollutionSuite, traversalSuite, logInjectionSuite, limitSuite, hostileTextSuite], {
  env: { CAIRN_LOG_LEVEL: 'debug', CAIRN_TRUSTED_PROXIES: 'loopback' },
});
