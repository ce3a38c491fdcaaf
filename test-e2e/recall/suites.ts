import type { Suite } from '../product/stage.ts';
import { bordersSuite } from './borders.ts';
import { changesSuite } from './changes.ts';
import { contextSuite } from './context.ts';
import { searchSuite } from './search.ts';

/** What recall promises, whatever store it is over; by words alone, as without a model. */
export const suites: readonly Suite[] = [searchSuite, changesSuite, bordersSuite, contextSuite];

export const env = { CAIRN_EMBEDDING_MODEL: 'none' } as const;
