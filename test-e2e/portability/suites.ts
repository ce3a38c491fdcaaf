import type { Suite } from '../product/stage.ts';
import { erasureSuite } from './erasure.ts';
import { refusalSuite } from './refusals.ts';
import { roundTripSuite } from './round-trip.ts';
import { workSuite } from './work.ts';

/** What moving a project out, in and away promises, whatever store it is in. */
export const suites: readonly Suite[] = [roundTripSuite, workSuite, refusalSuite, erasureSuite];
