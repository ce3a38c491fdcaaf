import type { Suite } from '../product/stage.ts';
import { concurrencySuite } from './concurrency.ts';
import { crossTalkSuite } from './cross-talk.ts';
import { historySuite } from './history.ts';
import { idempotencySuite } from './idempotency.ts';
import { limitsSuite } from './limits.ts';
import { metadataSuite } from './metadata.ts';
import { orderingSuite } from './ordering.ts';
import { ownershipSuite } from './ownership.ts';
import { pagingSuite } from './paging.ts';
import { timeSuite } from './times.ts';
import { transferSuite } from './transfer.ts';
import { unicodeSuite } from './unicode.ts';

/** What memories promise, whatever store they are in. */
export const suites: readonly Suite[] = [
  orderingSuite,
  pagingSuite,
  limitsSuite,
  unicodeSuite,
  ownershipSuite,
  historySuite,
  metadataSuite,
  timeSuite,
  transferSuite,
  idempotencySuite,
  concurrencySuite,
  crossTalkSuite,
];
