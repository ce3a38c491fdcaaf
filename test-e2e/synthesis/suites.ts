import type { ModelServer } from '@cairn/test-kit';
import type { Suite } from '../product/stage.ts';
import { answerSuite } from './answers.ts';
import { failureSuite } from './failures.ts';
import { progressSuite } from './progress.ts';

/** What is promised of answers that a model writes, whatever store the passages are in. */
export const suites = (provider: ModelServer): readonly Suite[] => [answerSuite(provider), progressSuite(provider), failureSuite(provider)];
