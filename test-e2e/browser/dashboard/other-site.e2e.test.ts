// Needs a browser: CAIRN_TEST_CHROMIUM.
import { onPlace } from '../stage.ts';
import { newcomerSuite } from './newcomer.ts';

onPlace({ kind: 'another site' }, [newcomerSuite]);
