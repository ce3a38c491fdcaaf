import type { Suite } from '../product/stage.ts';
import { agentSuite } from './agents.ts';
import { denialSuite } from './denials.ts';
import { executionSuite } from './execution.ts';
import { governedSuite } from './governed.ts';
import { refusalSuite } from './refusals.ts';
import { scheduleSuite } from './schedules.ts';
import { stoppingSuite } from './stopping.ts';
import { waitingSuite } from './waiting.ts';
import { watchingSuite } from './watching.ts';

/** What tasks promise, whatever store they are over. */
export const suites: readonly Suite[] = [
  executionSuite,
  waitingSuite,
  stoppingSuite,
  governedSuite,
  denialSuite,
  refusalSuite,
  watchingSuite,
  scheduleSuite,
  agentSuite,
];
