import type { Suite } from '../product/stage.ts';
import { definitionSuite } from './definitions.ts';
import { rightsSuite } from './rights.ts';
import { versionSuite } from './versions.ts';

/** What agents promise, whatever store they are in. */
export const suites: readonly Suite[] = [definitionSuite, versionSuite, rightsSuite];
