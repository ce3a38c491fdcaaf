import type { Governor } from '@cairn/governance';
import { auditedTool, type RefusalAudit } from '../refusals/record-refusals.ts';
import { knowledgeTools, type KnowledgeToolDeps } from './knowledge-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { countedTool } from '../usage/count-requests.ts';
import type { UsageCounter } from '../usage/usage-counter.ts';
import { measureTools } from './tool-metrics.ts';
import type { Tool, ToolRegistry } from './tool.ts';

export interface RegistryDeps extends KnowledgeToolDeps {
  readonly governor: Governor;
  readonly refusals: RefusalAudit;
  /** Counts each call. */
  readonly usage: UsageCounter;
  /** Served after the product's own. */
  readonly tools?: readonly Tool[] | undefined;
}

/** The seven tools over core's use cases, and whatever is added to them. */
export function createToolRegistry(deps: RegistryDeps): ToolRegistry {
  const tools = measureTools([...memoryTools(deps.governor), ...knowledgeTools(deps), ...(deps.tools ?? [])]).map((tool) =>
    countedTool(auditedTool(tool, deps.refusals), deps.usage),
  );
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    definitions: tools.map(({ definition }) => definition),
    find: (name) => byName.get(name),
  };
}
