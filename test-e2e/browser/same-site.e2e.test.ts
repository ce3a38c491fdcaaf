// Needs a browser: CAIRN_TEST_CHROMIUM.
import { decisionSuite } from './decisions.ts';
import { lookSuite } from './looks.ts';
import { onPlace } from './stage.ts';

onPlace({ kind: 'the same site' }, [decisionSuite, lookSuite]);
