import type { Suite } from '../product/stage.ts';
import { actionSuite } from './actions.ts';
import { approvalSuite } from './approvals.ts';
import { dryRunSuite } from './dry-run.ts';
import { governedWriteSuite } from './governed-writes.ts';
import { hookSuite } from './hooks.ts';
import { policySuite } from './policies.ts';

/** What governance promises, whatever store it is over. */
export const suites: readonly Suite[] = [dryRunSuite, actionSuite, approvalSuite, policySuite, governedWriteSuite, hookSuite];

export const env = { CAIRN_EMBEDDING_MODEL: 'none' } as const;
