import {
  actionConformance,
  approvalConformance,
  agentConformance,
  directoryConformance,
  documentConformance,
  hookCallConformance,
  policyConformance,
  idempotencyConformance,
  memoryConformance,
  simultaneousMemoryConformance,
  memoryIndexConformance,
  oauthConformance,
  onStage,
  passageVectorConformance,
  accountRemovalConformance,
  peopleConformance,
} from '@cairn/test-kit';
import { describe } from 'vitest';
import { backends, openStore } from './testing/backends.ts';

describe.each(backends)('the store on %s', (backend) => {
  const stage = onStage(() => openStore(backend));
  memoryConformance(stage);
  simultaneousMemoryConformance(stage);
  memoryIndexConformance(stage);
  idempotencyConformance(stage);
  documentConformance(stage);
  passageVectorConformance(stage);
  directoryConformance(stage);
  oauthConformance(stage);
  peopleConformance(stage);
  accountRemovalConformance(stage);
  actionConformance(stage);
  approvalConformance(stage);
  agentConformance(stage);
  hookCallConformance(stage);
  policyConformance(stage);
});
