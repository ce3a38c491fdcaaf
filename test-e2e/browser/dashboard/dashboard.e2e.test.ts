// Needs a browser: CAIRN_TEST_CHROMIUM.
import { onPlace } from '../stage.ts';
import { accountSuite } from './account.ts';
import { approvalSuite } from './approvals.ts';
import { attackSuite } from './attacks.ts';
import { auditSuite } from './audit.ts';
import { dialogSuite } from './dialogs.ts';
import { doorSuite } from './door.ts';
import { goingSuite } from './going.ts';
import { governedLookSuite } from './governed-looks.ts';
import { keySuite } from './keys.ts';
import { knowledgeSuite } from './knowledge.ts';
import { longWordSuite } from './long-words.ts';
import { lookSuite } from './looks.ts';
import { memorySuite } from './memories.ts';
import { policySuite } from './policies.ts';
import { taskSuite } from './tasks.ts';
import { usageSuite } from './usage.ts';
import { twiceSuite } from './twice.ts';
import { workspaceSuite } from './workspace.ts';

onPlace({ kind: 'the same site' }, [
  doorSuite,
  goingSuite,
  keySuite,
  knowledgeSuite,
  memorySuite,
  workspaceSuite,
  accountSuite,
  taskSuite,
  approvalSuite,
  policySuite,
  auditSuite,
  usageSuite,
  attackSuite,
  lookSuite,
  longWordSuite,
  governedLookSuite,
  dialogSuite,
  twiceSuite,
]);
