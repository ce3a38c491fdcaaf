// Needs a browser: CAIRN_TEST_CHROMIUM.
import { closedSuite } from './closed.ts';
import { decisionSuite } from './decisions.ts';
import { onPlace } from './stage.ts';

onPlace({ kind: 'a process of its own', env: { CAIRN_SIGN_UP: 'closed' } }, [decisionSuite, closedSuite]);
