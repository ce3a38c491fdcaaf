// Needs a browser: CAIRN_TEST_CHROMIUM.
import { decisionSuite } from './decisions.ts';
import { onPlace } from './stage.ts';

onPlace('a process of its own', [decisionSuite]);
