import { deleteMemory, saveMemory, updateMemory } from '@cairn/core';
import type { Actor, MemoryState } from '@cairn/core';
import { memoryDeleteAction, memoryWriteAction } from '@cairn/governance';
import type { Action, GovernedStores } from '@cairn/governance';
import type { StepInput } from '../plan/step-inputs.ts';
import type { EffectKind } from '../plan/step-kinds.ts';

/** The input of an effect with its kind. */
export type Effect = { readonly [Kind in EffectKind]: { readonly kind: Kind; readonly input: StepInput<Kind> } }[EffectKind];

/** What governance is asked about it: the same as for the same write through a tool. `state`: what is changed or deleted says now. */
export function actionOf({ kind, input }: Effect, state?: MemoryState): Action {
  if (kind === 'memory.delete') return memoryDeleteAction(input.memory_id, state);
  if (kind === 'memory.update')
    return memoryWriteAction({ memoryId: input.memory_id, replaces: state, content: input.content, metadata: input.metadata });
  return memoryWriteAction({
    content: input.content,
    scope: input.scope,
    agentName: input.agent_name,
    sessionId: input.session_id,
    occurredAt: input.occurred_at,
    metadata: input.metadata,
  });
}

/** Does it in the transaction of the stores; what the step gives. */
export async function doEffect(stores: GovernedStores, actor: Actor, { kind, input }: Effect): Promise<object> {
  if (kind === 'memory.save') {
    const { id, createdAt } = await saveMemory(stores, actor, {
      content: input.content,
      scope: input.scope,
      agentId: input.agent_id,
      agentName: input.agent_name,
      sessionId: input.session_id,
      occurredAt: input.occurred_at,
      metadata: input.metadata,
    });
    return { memory_id: id, created_at: createdAt };
  }
  if (kind === 'memory.delete') {
    await deleteMemory(stores, actor, input.memory_id);
    return { memory_id: input.memory_id };
  }
  const { updatedAt } = await updateMemory(stores, actor, input.memory_id, input);
  return { memory_id: input.memory_id, updated_at: updatedAt };
}
