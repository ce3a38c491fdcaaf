import { toolCatalog } from '@cairn/contracts';
import { deleteMemory, listMemories, pageOf, saveMemory, updateMemory } from '@cairn/core';
import type { Memory } from '@cairn/core';
import type { Governor } from '@cairn/governance';
import { bindTool } from './bind-tool.ts';
import { memoryDelete, memorySave, memoryUpdate } from './memory-actions.ts';
import type { Tool } from './tool.ts';

/** The tools of memories, in the order of the catalog. */
export function memoryTools(governor: Governor): readonly Tool[] {
  return [
    bindTool(
      toolCatalog.save_memory,
      async ({ actor, stores }, args) => {
        const saved = await saveMemory(stores, actor, { content: args.content, agentId: args.agent_id, agentName: args.agent_name });
        return { memory_id: saved.id, created_at: saved.createdAt };
      },
      {
        governor,
        kind: 'memory.write',
        action: ({ content, agent_id: agentId, agent_name: agentName }) => memorySave({ content, agentId, agentName }),
      },
    ),
    bindTool(toolCatalog.get_memories, async ({ actor, stores }, args) => {
      const { items, total, limit, offset } = await listMemories(stores, actor, pageOf(args));
      return { memories: items.map(toToolMemory), total, limit, offset };
    }),
    bindTool(
      toolCatalog.update_memory,
      async ({ actor, stores }, { memory_id, content }) => {
        const { updatedAt } = await updateMemory(stores, actor, memory_id, { content });
        return { memory_id, updated_at: updatedAt };
      },
      {
        governor,
        kind: 'memory.write',
        action: ({ memory_id: memoryId, content }, { actor, stores }) => memoryUpdate(stores, actor, { memoryId, content }),
      },
    ),
    bindTool(
      toolCatalog.delete_memory,
      async ({ actor, stores }, { memory_id }) => {
        await deleteMemory(stores, actor, memory_id);
        return { memory_id };
      },
      { governor, kind: 'memory.delete', action: ({ memory_id: memoryId }, { actor, stores }) => memoryDelete(stores, actor, memoryId) },
    ),
  ];
}

const toToolMemory = (memory: Memory) => ({
  memory_id: memory.id,
  content: memory.content,
  created_at: memory.createdAt,
  agent_name: memory.agentName,
  agent_id: memory.agentId,
  updated_at: memory.updatedAt,
});
