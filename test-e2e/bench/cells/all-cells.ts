import type { BenchData } from '../data/bench-data.ts';
import { createRandom, memoryText } from '../data/texts.ts';
import { post, toolRequest } from '../load/requests.ts';
import { actionCells } from './actions.ts';
import type { Cell, ServerName } from './cell.ts';
import { defaultConcurrency, toolCells } from './tool-calls.ts';

export const highConcurrency = 64;

/** Names that the goals look up. */
export const floors = {
  echo: 'JSON echo',
  insert: ['INSERT', 'INSERT, prepared'],
  select: ['SELECT 50 of the table', 'SELECT 50 of the table, prepared'],
} as const;

/** The same cell with more connections. */
export const atHighConcurrency = (name: string): string => `${name}, c=${highConcurrency}`;

export const largeCells = {
  save: 'save_memory, large project',
  firstPage: 'get_memories, large project',
  deepPage: 'get_memories, large project, deep',
} as const;

export const redisEcho = 'bench_echo /mcp/tools/call, Redis limit';

/**
 * Everything that is measured in rounds, in two groups of their own: what reads, then what writes. After writes Postgres is busy
 * with vacuum and checkpoints for minutes, which would fall on whatever is measured next to them.
 */
export function allCells(data: BenchData): { readonly reading: readonly Cell[]; readonly writing: readonly Cell[] } {
  const cells = toolCells(data);
  const tool = (name: string) => cells.filter((cell) => cell.name.startsWith(`${name} `));
  const bare = plain('bare node', floors.echo, post('/', { body: echoCall() }));
  const [echo, save] = [tool('bench_echo'), tool('save_memory')];
  const [insert, select] = [floorsOf('insert'), floorsOf('select')];
  return {
    reading: [
      bare,
      ...echo,
      { ...firstOf(echo), name: redisEcho, server: 'gateway, Redis' },
      withMore(bare),
      withMore(firstOf(echo)),
      ...select,
      ...tool('get_memories'),
      largeCell(data, largeCells.firstPage, 'get_memories', { limit: 50, offset: 0 }),
      largeCell(data, largeCells.deepPage, 'get_memories', { limit: 50, offset: 9_900 }),
      ...tool('search_knowledge'),
      ...tool('list_knowledge_documents'),
      ...tool('get_document_full_content'),
    ],
    writing: [
      ...insert,
      ...save,
      ...insert.map(withMore),
      withMore(firstOf(save)),
      largeCell(data, largeCells.save, 'save_memory', { content: content(), agent_name: 'bench' }),
      ...tool('update_memory'),
      ...tool('delete_memory'),
      ...actionCells(data),
    ],
  };
}

function floorsOf(kind: 'insert' | 'select'): readonly Cell[] {
  const body = kind === 'insert' ? { content: content(), agent_name: 'bench' } : { limit: 50, offset: 0 };
  const [unnamed, prepared] = floors[kind];
  return [plain('bare fastify', unnamed, post(`/${kind}`, { body })), plain('bare fastify', prepared, post(`/${kind}-prepared`, { body }))];
}

function plain(server: ServerName, name: string, request: Uint8Array): Cell {
  return { name, server, concurrency: defaultConcurrency, requests: [request] };
}

function largeCell({ large }: BenchData, name: string, tool: string, args: object): Cell {
  return plain('gateway', name, toolRequest({ route: '/mcp/tools/call', tool, key: large.key, args }));
}

const withMore = (cell: Cell): Cell => ({ ...cell, name: atHighConcurrency(cell.name), concurrency: highConcurrency });

function firstOf([cell]: readonly Cell[]): Cell {
  if (!cell) throw new Error('a tool has no cell');
  return cell;
}

const content = (): string => memoryText('what was learnt', createRandom(1));

function echoCall(): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bench_echo', arguments: { text: content() } } };
}
