import { memoryBounds, memoryScopes, recallBounds, searchBounds, textFault } from '@cairn/core';
import { actionSchema } from '@cairn/governance';
import { z } from 'zod';
import { planBounds } from './plan-bounds.ts';
import type { StepKind } from './step-kinds.ts';

const characters = (max: number) =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .check((payload) => {
      const { value } = payload;
      const message = value.length > max && Array.from(value).length > max ? `must be at most ${max} characters` : textFault(value);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: value });
    });

const bytes = (max: number) =>
  characters(max).refine((value) => Buffer.byteLength(value) <= max, { error: `must be at most ${max} bytes of UTF-8` });

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= memoryBounds.maxMetadataBytes, {
    error: `must be at most ${memoryBounds.maxMetadataBytes} bytes as JSON`,
  });
const scope = z.enum(memoryScopes);
const agent = characters(memoryBounds.maxAgentCharacters);
const session = characters(memoryBounds.maxSessionCharacters);
const content = bytes(memoryBounds.maxContentBytes);
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const goal = characters(planBounds.maxGoalCharacters);

const memorySave = z.strictObject({
  content,
  scope: scope.optional(),
  agent_id: agent.optional(),
  agent_name: agent.optional(),
  session_id: session.optional(),
  occurred_at: moment.optional(),
  metadata: metadata.optional(),
});

const memoryUpdate = z
  .strictObject({ memory_id: z.uuid(), content: content.optional(), metadata: metadata.nullable().optional() })
  .refine((input) => input.content !== undefined || input.metadata !== undefined, { error: 'must name content, metadata or both' });

const memorySearch = z.strictObject({
  query: characters(recallBounds.maxQueryCharacters),
  limit: z.int().min(1).max(recallBounds.maxLimit).optional(),
  scope: scope.optional(),
  agent_id: agent.optional(),
  session_id: session.optional(),
});

const knowledgeSearch = z.strictObject({
  query: characters(searchBounds.maxQueryCharacters),
  limit: z.int().min(1).max(searchBounds.maxLimit).optional(),
  document_ids: z.array(z.uuid()).max(100).optional(),
  synthesize: z.boolean().optional(),
});

const modelGenerate = z.strictObject({
  prompt: bytes(planBounds.maxInputBytes),
  system: bytes(16_384).optional(),
  max_output_tokens: z.int().min(1).max(8192).optional(),
  /** JSON Schema of what it is to write; the step's output has it as `value` then. */
  schema: z.record(z.string(), z.unknown()).optional(),
});

/** What each kind of step takes, once what it refers to is in place. */
export const stepInputs = {
  'memory.save': memorySave,
  'memory.update': memoryUpdate,
  'memory.delete': z.strictObject({ memory_id: z.uuid() }),
  'memory.search': memorySearch,
  'knowledge.search': knowledgeSearch,
  'model.generate': modelGenerate,
  action: z.strictObject({ action: actionSchema }),
  checkpoint: z.strictObject({ message: characters(4000).optional() }),
  task: z.strictObject({ goal, agent_id: agent.optional(), plan: z.record(z.string(), z.unknown()).optional() }),
  wait: z
    .strictObject({
      until: moment.optional(),
      seconds: z.int().min(0).max(planBounds.maxTimeoutSeconds).optional(),
      event: characters(256).optional(),
    })
    .refine((input) => Object.values(input).filter((value) => value !== undefined).length === 1, {
      error: 'must name one of until, seconds and event',
    }),
} as const satisfies Readonly<Record<StepKind, z.ZodType>>;

/** Input of a kind of step as it is carried out. */
export type StepInput<Kind extends StepKind> = z.output<(typeof stepInputs)[Kind]>;
