import type { Suite } from '../product/stage.ts';
import { acceptSuite } from './accept.ts';
import { batchSuite } from './batches.ts';
import { bytesSuite } from './bytes.ts';
import { eventsSuite } from './events.ts';
import { mediaTypeSuite } from './media-types.ts';
import { methodSuite } from './methods.ts';
import { originSuite } from './origins.ts';
import { sizeSuite } from './sizes.ts';
import { slowSuite } from './slow.ts';

/** What the tests of origins and hosts are let in by. */
export const settings = {
  CAIRN_ALLOWED_ORIGINS: 'https://app.allowed.example',
  CAIRN_ALLOWED_HOSTS: 'mcp.our-domain.example',
} as const;

/** What HTTP promises, whatever is asked over it. */
export const suites: readonly Suite[] = [
  bytesSuite,
  mediaTypeSuite,
  batchSuite,
  acceptSuite,
  methodSuite,
  originSuite,
  sizeSuite,
  slowSuite,
  eventsSuite,
];
