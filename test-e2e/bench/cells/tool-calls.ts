import type { BenchData } from '../data/bench-data.ts';
import { fillMemories } from '../data/memories.ts';
import { createRandom, memoryText, questions } from '../data/texts.ts';
import { routes, toolRequest, type Route } from '../load/requests.ts';
import type { Cell } from './cell.ts';

export const defaultConcurrency = 16;

/** The name of a tool's cell. */
export function toolCell(tool: string, route: Route): string {
  return `${tool} ${route}`;
}

interface ToolUse {
  readonly tool: string;
  readonly key: string;
  /** Of one call after another. */
  readonly args: readonly object[];
}

/** Every tool on every route. */
export function toolCells(data: BenchData): readonly Cell[] {
  const uses = toolUses(data);
  return [...uses.flatMap((use) => routes.map((route) => cellOf(use, route))), ...routes.map((route) => deleteCell(data, route))];
}

/** Names of the tools, in the order of the table. */
export const measuredTools = [
  'bench_echo',
  'save_memory',
  'get_memories',
  'update_memory',
  'delete_memory',
  'search_knowledge',
  'list_knowledge_documents',
  'get_document_full_content',
] as const;

function toolUses({ small, saved, tools, memoryIds, documentIds }: BenchData): readonly ToolUse[] {
  const random = createRandom(1);
  const content = memoryText('what was learnt', random);
  return [
    { tool: 'bench_echo', key: small.key, args: [{ text: content }] },
    { tool: 'save_memory', key: saved.key, args: [{ content, agent_name: 'bench' }] },
    { tool: 'get_memories', key: small.key, args: [{ limit: 50, offset: 0 }] },
    // As many as there are: two calls at once on one memory would wait for each other.
    { tool: 'update_memory', key: tools.key, args: memoryIds.map((memory_id) => ({ memory_id, content })) },
    { tool: 'search_knowledge', key: tools.key, args: questions(random, 20).map((query) => ({ query })) },
    { tool: 'list_knowledge_documents', key: tools.key, args: [{ limit: 50 }] },
    { tool: 'get_document_full_content', key: tools.key, args: documentIds.map((document_id) => ({ document_id })) },
  ];
}

function cellOf({ tool, key, args }: ToolUse, route: Route): Cell {
  return {
    name: toolCell(tool, route),
    server: 'gateway',
    concurrency: defaultConcurrency,
    requests: args.map((each) => toolRequest({ route, tool, key, args: each })),
  };
}

/** Deletes each memory once, so each round has its own. */
function deleteCell({ repositories, tools, sizes }: BenchData, route: Route): Cell {
  const { key, actor } = tools;
  return {
    name: toolCell('delete_memory', route),
    server: 'gateway',
    concurrency: defaultConcurrency,
    requests: async () => {
      const ids = await fillMemories(repositories.stores.memories, actor, sizes.deleted);
      return ids.map((memory_id) => toolRequest({ route, tool: 'delete_memory', key, args: { memory_id } }));
    },
    warmUp: [toolRequest({ route, tool: 'bench_echo', key, args: { text: 'warm' } })],
  };
}
