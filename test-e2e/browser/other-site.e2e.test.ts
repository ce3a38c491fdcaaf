// Needs a browser: CAIRN_TEST_CHROMIUM.
import { attackSuite } from './attacks.ts';
import { decisionSuite } from './decisions.ts';
import { invitationSuite } from './invitations.ts';
import { mishapSuite } from './mishaps.ts';
import { peopleSuite } from './people.ts';
import { onPlace } from './stage.ts';

onPlace({ kind: 'another site' }, [decisionSuite, attackSuite, peopleSuite, mishapSuite, invitationSuite]);
