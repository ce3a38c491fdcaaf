import type { AnswerWriter } from '@cairn/core';
import { knowledgeTools } from './knowledge-tools.ts';
import { memoryTools } from './memory-tools.ts';
import type { ToolRegistry } from './tool.ts';

export interface RegistryDeps {
  /** Writes the answer of search_knowledge. */
  readonly answers: AnswerWriter;
}

/** The seven tools over core's use cases. */
export function createToolRegistry(deps: RegistryDeps): ToolRegistry {
  const tools = [...memoryTools(), ...knowledgeTools(deps)];
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    definitions: tools.map(({ definition }) => definition),
    find: (name) => byName.get(name),
  };
}
