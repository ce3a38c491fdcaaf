import type { Suite } from '../product/stage.ts';
import { actionSuite } from './actions.ts';
import { approvalByRuleSuite } from './approvals-by-rule.ts';
import { approvalSuite } from './approvals.ts';
import { dryRunSuite } from './dry-run.ts';
import { governedChangeSuite } from './governed-changes.ts';
import { governedDeletionSuite } from './governed-deletions.ts';
import { governedDocumentSuite } from './governed-documents.ts';
import { governedImportSuite } from './governed-imports.ts';
import { governedWriteSuite } from './governed-writes.ts';
import { hookAfterwardsSuite } from './hooks-afterwards.ts';
import { hookWithoutEffectSuite } from './hooks-without-effect.ts';
import { hookSuite } from './hooks.ts';
import { policySuite } from './policies.ts';
import { secretSuite } from './secrets.ts';
import { toldSuite } from './told-in-audit.ts';

/** What governance promises, whatever store it is over. */
export const suites: readonly Suite[] = [
  dryRunSuite,
  actionSuite,
  approvalSuite,
  approvalByRuleSuite,
  policySuite,
  governedWriteSuite,
  governedChangeSuite,
  governedDeletionSuite,
  governedDocumentSuite,
  governedImportSuite,
  hookSuite,
  hookWithoutEffectSuite,
  hookAfterwardsSuite,
  secretSuite,
  toldSuite,
];

/** Sign-ups are counted by address, so each test names one of its own, as a proxy would. */
export const env = { CAIRN_EMBEDDING_MODEL: 'none', CAIRN_TRUSTED_PROXIES: 'loopback' } as const;
