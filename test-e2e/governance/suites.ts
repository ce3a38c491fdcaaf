import type { Suite } from '../product/stage.ts';
import { actionSuite } from './actions.ts';
import { approvalSuite } from './approvals.ts';
import { dryRunSuite } from './dry-run.ts';

/** What governance promises, whatever store it is over. */
export const suites: readonly Suite[] = [dryRunSuite, actionSuite, approvalSuite];

export const env = { CAIRN_EMBEDDING_MODEL: 'none' } as const;
