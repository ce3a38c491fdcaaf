import type { Suite } from '../product/stage.ts';
import { countedSuite } from './counted.ts';

/** What the answer on usage promises, whatever store it is in. */
export const suites: readonly Suite[] = [countedSuite];
